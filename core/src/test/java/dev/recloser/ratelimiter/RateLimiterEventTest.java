package dev.recloser.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.CallInterruptedException;
import dev.recloser.event.Event.Origin;
import dev.recloser.event.Subscription;
import dev.recloser.ratelimiter.RateLimiterEvent.GaveUp;
import dev.recloser.ratelimiter.RateLimiterEvent.Reconfigured;
import dev.recloser.ratelimiter.RateLimiterEvent.Rejected;
import dev.recloser.ratelimiter.RateLimiterEvent.Waited;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RateLimiterEventTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final ManualTimeSource time = new ManualTimeSource();
  private final List<RateLimiterEvent> events = new ArrayList<>();
  private final RateLimiter limiter =
      RateLimiter.builder("r").rate(1, SECOND).maxWait(SECOND).timeSource(time).build();

  @Test
  void tellsOfWaitsAndRefusalsAndNotOfWhatPassesAtOnce() {
    limiter.onEvent(events::add);

    limiter.acquire();
    limiter.acquire();
    assertThat(limiter.tryAcquire(1)).isFalse();
    assertThat(limiter.tryAcquire(3)).isFalse();

    assertThat(events)
        .containsExactly(
            new Waited(origin(1, 1), SECOND),
            new Rejected(origin(2, 1), 1, "no permit is free", SECOND),
            new Rejected(origin(3, 1), 3, "no permit is free", SECOND));
  }

  @Test
  void tellsWhyAWaitIsHopeless() {
    limiter.acquire();
    var unused = limiter.callAsync(() -> CompletableFuture.completedFuture(1));
    limiter.onEvent(events::add);

    assertThatThrownBy(limiter::acquire).isInstanceOf(RateLimitedException.class);

    assertThat(events)
        .containsExactly(new Rejected(
            origin(1, 0), 1, "the wait for a permit would be too long", Duration.ofSeconds(2)));
  }

  @Test
  void tellsOfWaitsThatEndedEarly() {
    limiter.onEvent(events::add);
    limiter.acquire();

    CompletableFuture<Integer> call = limiter.callAsync(() -> CompletableFuture.completedFuture(1));
    call.cancel(true);
    Thread.currentThread().interrupt();
    assertThatThrownBy(limiter::acquire).isInstanceOf(CallInterruptedException.class);
    assertThat(Thread.interrupted()).isTrue();
    var unused = limiter.callAsync(() -> CompletableFuture.completedFuture(1));
    time.advance(SECOND);

    assertThat(events)
        .containsExactly(
            new GaveUp(origin(1, 0), SECOND),
            new GaveUp(origin(2, 0), SECOND),
            new Waited(origin(3, 1), SECOND));
  }

  @Test
  void tellsOfNewSettings() {
    limiter.on(Reconfigured.class, events::add);
    RateLimiterConfig before = limiter.config();
    RateLimiterConfig after = before.toBuilder().rate(2, SECOND).build();

    limiter.reconfigure(after);

    assertThat(events).containsExactly(new Reconfigured(origin(1, 0), before, after));
  }

  @Test
  void aListenerHearsItsTypeUntilItIsClosed() {
    limiter.acquire();
    Subscription subscription = limiter.on(Rejected.class, events::add);

    assertThat(limiter.tryAcquire()).isFalse();
    limiter.acquire();
    subscription.close();
    assertThat(limiter.tryAcquire()).isFalse();

    assertThat(events).hasSize(1);
  }

  @Test
  void whatAListenerThrowsChangesNothing() {
    limiter.onEvent(event -> {
      throw new AssertionError("a listener that fails");
    });
    limiter.onEvent(events::add);

    limiter.acquire();
    limiter.acquire();
    CompletableFuture<Integer> call = limiter.callAsync(() -> CompletableFuture.completedFuture(1));
    time.advance(SECOND);
    limiter.reconfigure(limiter.config().toBuilder().rate(2, SECOND).build());

    assertThat(call).isCompletedWithValue(1);
    assertThat(events).hasSize(3);
  }

  private static Origin origin(long sequence, long second) {
    return new Origin("r", sequence, START.plusSeconds(second));
  }
}
