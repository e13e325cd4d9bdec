package dev.recloser.http.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sends that are given up midway: permit and connection are released, which the fixture looks at, and nothing is sent again. */
class CancelTest extends ProxyFixture {
  private final CountDownLatch midway = new CountDownLatch(1);

  /** How far an exchange has come. */
  enum Midway {
    ASKED,
    IN_THE_BODY
  }

  private Fault stopAt(Midway at) {
    return at == Midway.ASKED
        ? Fault.stall(midway::countDown)
        : connection -> {
          String answer = connection.answer();
          connection.write(answer.substring(0, answer.length() - 1));
          midway.countDown();
          connection.awaitEnd();
        };
  }

  @ParameterizedTest
  @EnumSource
  void aFutureThatIsCancelledEndsTheExchange(Midway at) throws Exception {
    proxy.then(stopAt(at));
    CompletableFuture<HttpResponse<String>> future = http.sendAsync(get(), BodyHandlers.ofString());
    midway.await();
    assertThat(bulkhead.snapshot().running()).isEqualTo(1);

    future.cancel(true);

    assertNothingIsHeld();
  }

  @ParameterizedTest
  @EnumSource
  void aThreadThatIsInterruptedEndsTheExchange(Midway at) throws Exception {
    proxy.then(stopAt(at));
    FutureTask<Object> ended = new FutureTask<>(() -> {
      try {
        return http.send(get(), BodyHandlers.ofString());
      } catch (InterruptedException expected) {
        return "interrupted";
      }
    });
    Thread sender = new Thread(ended);
    sender.start();
    midway.await();
    assertThat(bulkhead.snapshot().running()).isEqualTo(1);

    sender.interrupt();

    assertThat(ended.get()).isEqualTo("interrupted");
    assertNothingIsHeld();
  }

  @Test
  void aBodyThatIsClosedHalfReadEndsTheExchange() throws Exception {
    proxy.then(stopAt(Midway.IN_THE_BODY));

    var response = http.send(get(), BodyHandlers.ofInputStream());
    assertThat(response.body().read()).isEqualTo('a');
    response.body().close();

    assertNothingIsHeld();
  }

  private void assertNothingIsHeld() {
    assertThat(proxy.openAfter(PATIENCE)).isZero();
    assertThat(proxy.accepted()).isEqualTo(1);
    assertThat(bulkhead.snapshot().running()).isZero();
    assertThat(breaker.snapshot().failures()).isZero();
  }
}
