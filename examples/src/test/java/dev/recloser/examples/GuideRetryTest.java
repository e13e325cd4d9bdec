package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.Backoff;
import dev.recloser.CallInterruptedException;
import dev.recloser.RetryBudget;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitOpenException;
import dev.recloser.event.Subscription;
import dev.recloser.retry.Retry;
import dev.recloser.retry.RetryConfig;
import dev.recloser.retry.RetryEvent.GaveUp;
import dev.recloser.retry.RetryEvent.Retrying;
import dev.recloser.time.ManualTimeSource;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The guide to retry. */
class GuideRetryTest {
  private final Inventory client = new Inventory();
  private final ManualTimeSource time = new ManualTimeSource();
  private final Retry retry = Retry.builder("inventory")
      .backoff(Backoff.fixed(Duration.ofMillis(200)))
      .timeSource(time)
      .build();
  private final String sku = "sku-42";

  @Test
  void aRetryIsBuilt() {
    // docs: retry-builder
    Retry built = Retry.builder("inventory")
        .maxAttempts(5)
        .backoff(Backoff.exponential(Duration.ofMillis(100), 2.0, Duration.ofSeconds(2))
            .withJitter(0.3))
        .retryOn(IOException.class)
        .build();
    // end
    assertThat(built.config().maxAttempts()).isEqualTo(5);

    // docs: retry-defaults
    Retry standard = Retry.ofDefaults("inventory"); // three attempts, 200 ms and 400 ms apart
    // end
    assertThat(standard.config()).isEqualTo(RetryConfig.ofDefaults());
  }

  @Test
  void aTaskIsRepeatedUntilItSucceeds() throws IOException {
    client.goDown();
    time.schedule(Duration.ofMillis(300), client::comeBack);

    // docs: retry-call
    String body = retry.call(() -> client.get(sku));
    // end
    assertThat(body).isEqualTo("7 of sku-42");
    assertThat(client.requests()).isEqualTo(3);

    // docs: retry-run
    retry.run(() -> client.delete(sku));
    // end
    assertThat(client.requests()).isEqualTo(4);
  }

  @Test
  void aStageIsRepeatedWithoutBlocking() {
    client.goDown();

    // docs: retry-call-async
    CompletableFuture<String> later = retry.callAsync(() -> client.getAsync(sku));
    // end

    assertThat(later).isNotDone();
    client.comeBack();
    time.advance(Duration.ofMillis(200));
    assertThat(later).isCompletedWithValue("7 of sku-42");
  }

  @Test
  void whatIsWorthARetryIsSaid() throws IOException {
    // docs: retry-on
    Retry picky = Retry.builder("inventory")
        .retryOn(IOException.class) // and nothing else
        .abortOn(FileNotFoundException.class) // the more specific type wins
        .retryOnResult(result -> "pending".equals(result)) // the last one is returned as it is
        .maxDuration(Duration.ofSeconds(30)) // after which no attempt starts
        .timeSource(time)
        .build();
    // end

    List<String> answers = new ArrayList<>(List.of("pending", "pending", "done"));
    assertThat(picky.call(() -> answers.remove(0))).isEqualTo("done");
    List<String> pending = new ArrayList<>(List.of("pending", "pending", "pending", "done"));
    assertThat(picky.call(() -> pending.remove(0))).isEqualTo("pending");
    int[] attempts = {0};
    assertThatThrownBy(() -> picky.run(() -> {
          attempts[0]++;
          throw new FileNotFoundException("gone");
        }))
        .isInstanceOf(FileNotFoundException.class);
    assertThat(attempts[0]).isEqualTo(1);
  }

  @Test
  void aBudgetIsShared() {
    // docs: retry-budget
    RetryBudget budget = RetryBudget.builder()
        .capacity(10) // retries in a burst
        .depositPerCall(0.1) // and one for every ten calls from then on
        .refillPerSecond(0)
        .timeSource(time) // it refills by it
        .build();
    Retry reads =
        Retry.builder("inventory-reads").budget(budget).timeSource(time).build();
    Retry writes =
        Retry.builder("inventory-writes").budget(budget).timeSource(time).build();
    // end

    client.goDown();
    for (int i = 0; i < 100; i++) {
      assertThatIOException().isThrownBy(() -> reads.run(() -> client.get(sku)));
      assertThatIOException().isThrownBy(() -> writes.run(() -> client.delete(sku)));
    }
    assertThat(client.requests()).isBetween(200 + 10, 200 + 10 + 20);
  }

  @Test
  void eventsAreHeard() {
    List<String> log = new ArrayList<>();

    // docs: retry-events
    Subscription subscription = retry.on(
        Retrying.class,
        event -> log.add("attempt " + event.attempt() + " failed, next in " + event.delay()));
    retry.on(GaveUp.class, event -> log.add(event.attempts() + " attempts, " + event.reason()));
    // end

    client.goDown();
    assertThatIOException().isThrownBy(() -> retry.run(() -> client.get(sku)));
    subscription.close();
    assertThatIOException().isThrownBy(() -> retry.run(() -> client.get(sku)));
    assertThat(log)
        .containsExactly(
            "attempt 1 failed, next in PT0.2S",
            "attempt 2 failed, next in PT0.2S",
            "3 attempts, NO_ATTEMPTS_LEFT",
            "3 attempts, NO_ATTEMPTS_LEFT");
  }

  @Test
  void aBackoffOfOnesOwn() {
    // docs: retry-own-backoff
    Backoff threeTimes = (attempt, previous, random) -> switch (attempt) {
      case 1 -> Duration.ofMillis(50);
      case 2, 3 -> Duration.ofSeconds(1);
      default -> Backoff.STOP;
    };
    Retry custom = Retry.builder("inventory")
        .maxAttempts(Integer.MAX_VALUE)
        .backoff(threeTimes.withJitter(0.1)) // a backoff of your own has none of itself
        .timeSource(time)
        .build();
    // end

    client.goDown();
    assertThatIOException().isThrownBy(() -> custom.run(() -> client.get(sku)));
    assertThat(client.requests()).isEqualTo(4);
    assertThat(time.elapsed()).isBetween(Duration.ofMillis(1845), Duration.ofMillis(2255));
  }

  @Test
  void anInterruptedWaitEndsIt() throws IOException {
    client.goDown();
    time.schedule(Duration.ofMillis(100), Thread.currentThread()::interrupt);

    String body;
    // docs: retry-interrupted
    try {
      body = retry.call(() -> client.get(sku));
    } catch (CallInterruptedException e) { // the thread's flag is set again
      body = "gave up after " + e.getCause();
    }
    // end

    assertThat(Thread.interrupted()).isTrue();
    assertThat(body).isEqualTo("gave up after java.io.IOException: no answer");
  }

  @Test
  void itGoesAroundABreaker() throws IOException {
    CircuitBreaker breaker = Classic.breaker(2, Duration.ofSeconds(30), time);
    assertThat(retried(breaker)).isEqualTo("7 of sku-42");

    client.goDown();
    assertThatThrownBy(() -> retried(breaker))
        .isInstanceOf(CircuitOpenException.class)
        .satisfies(refusal -> assertThat(refusal.getSuppressed()).hasSize(2));
    assertThat(client.requests()).isEqualTo(1 + 2);
  }

  private String retried(CircuitBreaker breaker) throws IOException {
    // docs: retry-around-breaker
    String body = retry.call(() -> breaker.call(() -> client.get(sku))); // no retry when refused
    // end
    return body;
  }
}
