package dev.recloser.http.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitOpenException;
import dev.recloser.http.AdapterContract;
import dev.recloser.http.GuardedClient;
import dev.recloser.http.Server;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.RestClient;

class SpringAdapterTest extends AdapterContract<ResilientRequestInterceptorBuilder> {

  @Override
  protected ResilientRequestInterceptorBuilder builder() {
    return ResilientRequestInterceptor.builder();
  }

  @Override
  protected GuardedClient client(ResilientRequestInterceptorBuilder settings) {
    return new SpringGuardedClient(settings.build());
  }

  @Override
  protected boolean hasOneShotBodies() {
    return false;
  }

  @Test
  void aRestClientThrowsWhatItThrowsWithoutIt() {
    CircuitBreaker breaker = breaker(1);
    RestClient client = restClient(builder().circuitBreaker(breaker)).build();
    server().otherwise(Server.status(500));

    assertThatThrownBy(() -> body(client)).isInstanceOf(HttpServerErrorException.class);
    assertThatThrownBy(() -> body(client)).isInstanceOf(CircuitOpenException.class);
  }

  @Test
  void anInterceptorBeforeItSeesOneRequest() {
    AtomicInteger seen = new AtomicInteger();
    RestClient client = restClient(builder().retry(retry()))
        .requestInterceptors(all -> all.add(0, (request, body, execution) -> {
          seen.incrementAndGet();
          return execution.execute(request, body);
        }))
        .build();
    server().then(500, 500);

    assertThat(body(client)).isEqualTo("body of 200");
    assertThat(server().seen()).hasSize(3);
    assertThat(seen).hasValue(1);
  }

  private static RestClient.Builder restClient(ResilientRequestInterceptorBuilder settings) {
    return RestClient.builder()
        .requestFactory(new JdkClientHttpRequestFactory())
        .requestInterceptor(settings.build());
  }

  private String body(RestClient client) {
    return String.valueOf(client.get().uri(get().uri()).retrieve().body(String.class));
  }
}
