package dev.recloser.http.apache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.http.AdapterContract;
import dev.recloser.http.GuardedClient;
import dev.recloser.http.Server;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.junit.jupiter.api.Test;

class ApacheAdapterTest extends AdapterContract<ResilientExecChainHandlerBuilder> {

  @Override
  protected ResilientExecChainHandlerBuilder builder() {
    return ResilientExecChainHandler.builder();
  }

  @Override
  protected GuardedClient client(ResilientExecChainHandlerBuilder settings) {
    return new ApacheGuardedClient(settings.build());
  }

  @Test
  void anAbortedRequestIsNotTriedAgainAndTheBreakerLearnsNothing() throws Exception {
    CircuitBreaker breaker = breaker(1);
    CountDownLatch release = new CountDownLatch(1);
    HttpGet request = new HttpGet(get().uri());
    server().then(exchange -> {
      request.abort();
      await(release);
    });

    try (CloseableHttpClient client = plain(builder().circuitBreaker(breaker).retry(retry()))) {
      assertThatThrownBy(() -> body(client, request)).isInstanceOf(IOException.class);
    }
    release.countDown();

    assertThat(waits()).isEmpty();
    assertThat(server().seen()).hasSize(1);
    assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.CLOSED);
  }

  @Test
  void aRedirectIsPartOfTheAttempt() throws Exception {
    CircuitBreaker breaker = breaker(1);
    server().then(Server.status(302, "", "Location", "/elsewhere")).then(500);

    try (CloseableHttpClient client = plain(builder().circuitBreaker(breaker))) {
      assertThat(body(client, new HttpGet(get().uri()))).isEqualTo("body of 500");
    }

    assertThat(server().seen()).extracting(Server.Seen::path).containsExactly("/", "/elsewhere");
    assertThat(breaker.snapshot().failures()).isEqualTo(1);
  }

  private static CloseableHttpClient plain(ResilientExecChainHandlerBuilder settings) {
    return HttpClients.custom()
        .disableAutomaticRetries()
        .addExecInterceptorFirst("recloser", settings.build())
        .build();
  }

  private static String body(CloseableHttpClient client, HttpGet request) throws IOException {
    return client.execute(request, response -> EntityUtils.toString(response.getEntity()));
  }
}
