package dev.recloser.http.okhttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitOpenException;
import dev.recloser.endpoint.EndpointPool;
import dev.recloser.http.AdapterContract;
import dev.recloser.http.GuardedClient;
import dev.recloser.http.Server;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.Test;

class OkHttpAdapterTest extends AdapterContract<ResilientInterceptorBuilder> {

  @Override
  protected ResilientInterceptorBuilder builder() {
    return ResilientInterceptor.builder();
  }

  @Override
  protected GuardedClient client(ResilientInterceptorBuilder settings) {
    return new OkHttpGuardedClient(settings.build());
  }

  @Test
  void aCancelledCallIsNotTriedAgainAndTheBreakerLearnsNothing() {
    CircuitBreaker breaker = breaker(1);
    CountDownLatch release = new CountDownLatch(1);
    OkHttpClient client =
        client(builder().circuitBreaker(breaker).retry(retry()).build());
    Call call = client.newCall(request());
    server().then(exchange -> {
      call.cancel();
      await(release);
    });

    assertThatThrownBy(call::execute).isInstanceOf(IOException.class);
    release.countDown();

    assertThat(waits()).isEmpty();
    assertThat(server().seen()).hasSize(1);
    assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.CLOSED);
  }

  @Test
  void anEndpointGetsTheAddressAsItWasAsked() throws Exception {
    EndpointPool<URI> pool = EndpointPool.<URI>builder("service")
        .endpoints(List.of(server().uri("/base/")))
        .build();
    List<HttpUrl> asked = new CopyOnWriteArrayList<>();
    OkHttpClient client = client(builder().endpoints(pool).build())
        .newBuilder()
        .addNetworkInterceptor(chain -> {
          asked.add(chain.request().url());
          return chain.proceed(chain.request());
        })
        .build();
    HttpUrl url = HttpUrl.get("http://service/%zz/[a]/x%2Fy?sig=a|b&c=100%&d={}^");

    client.newCall(new Request.Builder().url(url).build()).execute().close();

    assertThat(asked.get(0).encodedPath()).isEqualTo("/base" + url.encodedPath());
    assertThat(asked.get(0).encodedQuery()).isEqualTo(url.encodedQuery());
  }

  @Test
  void aCallThatNobodyWaitsForFailsWithItsRefusal() {
    CircuitBreaker breaker = breaker(1);
    OkHttpClient client =
        client(builder().circuitBreaker(breaker).refusalsAsIOExceptions().build());
    breaker.forceOpen();
    CompletableFuture<Response> answer = new CompletableFuture<>();

    client.newCall(request()).enqueue(new Callback() {
      @Override
      public void onFailure(Call call, IOException failure) {
        answer.completeExceptionally(failure);
      }

      @Override
      public void onResponse(Call call, Response response) {
        answer.complete(response);
      }
    });

    assertThatThrownBy(answer::get)
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(IOException.class)
        .hasCauseInstanceOf(CircuitOpenException.class);
  }

  @Test
  void aRedirectIsPartOfTheAttempt() throws Exception {
    CircuitBreaker breaker = breaker(1);
    OkHttpClient client = client(builder().circuitBreaker(breaker).build());
    server().then(Server.status(302, "", "Location", "/elsewhere")).then(500);

    try (Response response = client.newCall(request()).execute()) {
      assertThat(response.code()).isEqualTo(500);
    }

    assertThat(server().seen()).extracting(Server.Seen::path).isEqualTo(List.of("/", "/elsewhere"));
    assertThat(breaker.snapshot().failures()).isEqualTo(1);
  }

  private Request request() {
    return new Request.Builder().url(get().uri().toString()).build();
  }

  private static OkHttpClient client(ResilientInterceptor guard) {
    return guard.addTo(new OkHttpClient.Builder()).build();
  }
}
