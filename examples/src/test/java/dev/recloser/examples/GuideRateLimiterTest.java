package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.CallInterruptedException;
import dev.recloser.Pipeline;
import dev.recloser.event.Subscription;
import dev.recloser.ratelimiter.RateLimitedException;
import dev.recloser.ratelimiter.RateLimiter;
import dev.recloser.ratelimiter.RateLimiterConfig;
import dev.recloser.ratelimiter.RateLimiterEvent.Rejected;
import dev.recloser.ratelimiter.RateLimiterEvent.Waited;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The guide to the rate limiter. */
class GuideRateLimiterTest {
  private final Inventory client = new Inventory();
  private final ManualTimeSource time = new ManualTimeSource();
  private final RateLimiter limiter = RateLimiter.builder("inventory")
      .rate(10, Duration.ofSeconds(1))
      .burst(1)
      .maxWait(Duration.ofMillis(250))
      .timeSource(time)
      .build();
  private final String sku = "sku-42";

  @Test
  void aLimiterIsBuilt() {
    // docs: limiter-kinds
    RateLimiter bursty = RateLimiter.bursty("inventory", 100, Duration.ofSeconds(1));
    RateLimiter smooth = RateLimiter.smooth("inventory", 100, Duration.ofSeconds(1));
    // end
    assertThat(bursty.tryAcquire(100)).isTrue();
    assertThat(smooth.tryAcquire(2)).isFalse();

    // docs: limiter-builder
    RateLimiter limiter = RateLimiter.builder("inventory")
        .rate(100, Duration.ofSeconds(1))
        .burst(20)
        .maxWait(Duration.ofMillis(500))
        .build();
    // end
    assertThat(limiter.snapshot().available()).isEqualTo(20);
  }

  @Test
  void callsPassOrWait() throws IOException {
    // docs: limiter-call
    String body = limiter.call(() -> client.get(sku)); // throws IOException, as the client does
    // end
    assertThat(body).isEqualTo("7 of sku-42");

    // docs: limiter-run
    limiter.run(() -> client.delete(sku));
    // end
    assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void aSecondPathForRefusals() throws IOException {
    drain();

    // docs: limiter-call-or-else
    String body = limiter.callOrElse(() -> client.get(sku), refusal -> cached(sku));
    // end
    assertThat(body).isEqualTo("cached sku-42");
  }

  @Test
  void aStageIsStartedLater() {
    limiter.acquire();

    // docs: limiter-call-async
    CompletableFuture<String> later = limiter.callAsync(() -> client.getAsync(sku));
    // end

    assertThat(later).isNotDone();
    time.advance(Duration.ofMillis(100));
    assertThat(later).isCompletedWithValue("7 of sku-42");
  }

  @Test
  void byHand() throws IOException {
    List<String> bodies = new ArrayList<>();

    // docs: limiter-by-hand
    limiter.acquire(); // waits up to maxWait, or throws
    bodies.add(client.get(sku));
    if (limiter.tryAcquire()) { // never waits
      bodies.add(client.get(sku));
    }
    // end
    assertThat(bodies).hasSize(1);
  }

  @Test
  void settingsServeManyLimiters() {
    // docs: limiter-config
    RateLimiterConfig config = RateLimiterConfig.builder()
        .rate(100, Duration.ofSeconds(1))
        .maxWait(Duration.ofMillis(500))
        .build();

    RateLimiter inventory = RateLimiter.of("inventory", config);
    RateLimiter prices = RateLimiter.of("prices", config.toBuilder().burst(1).build());
    // end
    assertThat(inventory.config().burst()).isEqualTo(100);
    assertThat(prices.config().burst()).isEqualTo(1);
  }

  @Test
  void aRefusalSaysWhoAndHowLong() throws IOException {
    drain();
    String answer;
    // docs: limiter-rejection
    try {
      answer = limiter.call(() -> client.get(sku));
    } catch (RateLimitedException e) {
      answer = e.policyName() + ": " + e.reason() + "; retry in "
          + e.retryAfter().orElse(Duration.ZERO).toMillis() + " ms";
    }
    // end
    assertThat(answer)
        .isEqualTo("inventory: the wait for a permit would be too long; retry in 300 ms");
  }

  @Test
  void anInterruptedWaitGivesItsPermitBack() throws IOException {
    limiter.acquire();
    time.schedule(Duration.ofMillis(50), Thread.currentThread()::interrupt);
    String body;
    // docs: limiter-interrupted
    try {
      body = limiter.call(() -> client.get(sku));
    } catch (CallInterruptedException e) { // the thread's flag is set again
      body = "gave up";
    }
    // end
    assertThat(Thread.interrupted()).isTrue();
    assertThat(body).isEqualTo("gave up");
    assertThat(limiter.snapshot().retryAfter()).isEqualTo(Duration.ofMillis(50));
  }

  @Test
  void eventsAreHeard() {
    List<String> log = new ArrayList<>();
    // docs: limiter-events
    Subscription subscription = limiter.on(
        Rejected.class,
        event -> log.add(event.reason() + ", for " + event.retryAfter().toMillis() + " ms"));
    limiter.on(Waited.class, event -> log.add("waited " + event.duration().toMillis() + " ms"));
    // end

    limiter.acquire();
    limiter.acquire();
    assertThat(limiter.tryAcquire()).isFalse();
    subscription.close();
    assertThat(limiter.tryAcquire()).isFalse();
    assertThat(log).containsExactly("waited 100 ms", "no permit is free, for 100 ms");

    // docs: limiter-snapshot
    log.add(limiter.snapshot().toString());
    // end
    assertThat(log)
        .endsWith("RateLimiterSnapshot[name=inventory, available=0, waiting=0, retryAfter=PT0.1S,"
            + " rejected=2]");
  }

  @Test
  void itIsReconfigured() {
    // docs: limiter-reconfigure
    limiter.reconfigure(
        limiter.config().toBuilder().rate(50, Duration.ofSeconds(1)).build());
    // end
    limiter.acquire();
    limiter.acquire();
    assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(20));
  }

  @Test
  void itGoesIntoAPipeline() throws IOException {
    // docs: limiter-pipeline
    Pipeline pipeline = Pipeline.builder("inventory") // outermost first
        .timeout(Duration.ofSeconds(2)) // no call waits for a permit longer than this
        .rateLimiter(limiter)
        .build();
    // end
    String body = pipeline.call(() -> client.get(sku));
    assertThat(body).isEqualTo("7 of sku-42");
  }

  // docs: limiter-test
  @Test
  void thePartnerGetsFiveCallsASecondAndNoMore() throws IOException {
    ManualTimeSource time = new ManualTimeSource();
    RateLimiter limiter = RateLimiter.builder("partner")
        .rate(5, Duration.ofSeconds(1))
        .timeSource(time)
        .build();

    for (int i = 0; i < 5; i++) {
      limiter.run(() -> client.delete("sku-42"));
    }
    assertThatThrownBy(() -> limiter.run(() -> client.delete("sku-42")))
        .isInstanceOf(RateLimitedException.class);

    time.advance(Duration.ofMillis(200));
    assertThat(limiter.tryAcquire()).isTrue();
    assertThat(limiter.tryAcquire()).isFalse();
  }
  // end

  private void drain() {
    limiter.acquire();
    var first = limiter.callAsync(() -> client.getAsync(sku));
    var second = limiter.callAsync(() -> client.getAsync(sku));
    assertThat(List.of(first, second)).noneMatch(CompletableFuture::isDone);
  }

  private static String cached(String sku) {
    return "cached " + sku;
  }
}
