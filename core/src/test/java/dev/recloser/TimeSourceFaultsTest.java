package dev.recloser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.bulkhead.Bulkhead;
import dev.recloser.bulkhead.BulkheadPermit;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.ratelimiter.RateLimiter;
import dev.recloser.registry.KeyedBreakers;
import dev.recloser.retry.Retry;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.time.Timer;
import dev.recloser.timeout.Timeout;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A clock that fails, for want of threads say, leaves nothing behind: no permit, no promise, no deadline. */
class TimeSourceFaultsTest {
  private static final Duration WAIT = Duration.ofSeconds(1);

  private final ManualTimeSource time = new ManualTimeSource();
  private final Faulty faulty = new Faulty(time);

  /** Does as told, but for what is broken in it. */
  private static final class Faulty extends ForwardingTime {
    private final OutOfMemoryError fault = new OutOfMemoryError("unable to create native thread");
    private boolean noReading;
    private boolean noDate;
    private int noTimers;

    Faulty(ManualTimeSource time) {
      super(time);
    }

    @Override
    public long nanoTime() {
      throwIf(noReading);
      return super.nanoTime();
    }

    @Override
    public Instant wallTime() {
      throwIf(noDate);
      return super.wallTime();
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
      throwIf(noTimers-- > 0);
      return super.schedule(delay, task);
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
      throwIf(noTimers-- > 0);
      super.sleep(duration);
    }

    private void throwIf(boolean broken) {
      if (broken) {
        throw fault;
      }
    }
  }

  private Bulkhead bulkhead() {
    return Bulkhead.builder("b")
        .maxConcurrent(1)
        .queue(3)
        .maxWait(WAIT)
        .timeSource(faulty)
        .build();
  }

  private void assertFailed(CompletableFuture<?> future) {
    assertThat(future.handle((value, failure) -> (Object) failure))
        .isCompletedWithValue(faulty.fault);
  }

  @Test
  void aTimeoutLeavesNoDeadlineOnTheThread() {
    Timeout timeout = Timeout.builder("t").limit(WAIT).timeSource(faulty).build();
    faulty.noTimers = 1;
    assertThatThrownBy(() -> timeout.call(() -> 1)).isSameAs(faulty.fault);
    assertThat(Call.current().deadline()).isEmpty();
  }

  @Test
  void anAsyncTimeoutCancelsWhatItCannotEnd() {
    Timeout timeout = Timeout.builder("t").limit(WAIT).timeSource(faulty).build();
    CompletableFuture<String> run = new CompletableFuture<>();
    faulty.noTimers = 1;
    assertFailed(timeout.callAsync(() -> run));
    assertThat(run).isCancelled();
  }

  @Test
  void aRateLimiterTakesBackAPromiseThatNobodyWaitsFor() {
    RateLimiter limiter = limiter();
    limiter.acquire();
    faulty.noTimers = 1;
    assertThatThrownBy(limiter::acquire).isSameAs(faulty.fault);
    assertThat(limiter.snapshot().waiting()).isZero();
  }

  @Test
  void anAsyncCallEndsThoughTheClockFailsAfterItsWaitForTheRate() {
    RateLimiter limiter = limiter();
    limiter.acquire();
    Call before = Call.enter(Call.current().within(Deadline.after(WAIT.multipliedBy(9), faulty)));
    CompletableFuture<Integer> late = limiter.callAsync(() -> CompletableFuture.completedFuture(1));
    Call.enter(before);
    faulty.noReading = true;
    time.advance(WAIT);
    assertFailed(late);
  }

  private RateLimiter limiter() {
    return RateLimiter.builder("l")
        .rate(1, WAIT)
        .maxWait(WAIT.multipliedBy(9))
        .timeSource(faulty)
        .build();
  }

  @Test
  void aCallInLineThatCannotBeStartedFailsAndItsPermitGoesToTheNext() {
    Bulkhead bulkhead = bulkhead();
    BulkheadPermit held = bulkhead.acquire();
    List<CompletableFuture<Integer>> inLine = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      inLine.add(bulkhead.callAsync(() -> CompletableFuture.completedFuture(1)));
    }
    faulty.noTimers = 2;
    held.close();
    time.advance(Duration.ZERO);
    assertFailed(inLine.get(0));
    assertFailed(inLine.get(1));
    assertThat(inLine.get(2)).isCompletedWithValue(1);
    assertThat(bulkhead.snapshot().free()).isEqualTo(1);
  }

  @Test
  void aCallThatGetsItsPermitFromAFailedClockFailsAndGivesItBack() {
    Bulkhead bulkhead = bulkhead();
    BulkheadPermit held = bulkhead.acquire();
    CompletableFuture<Integer> inLine =
        bulkhead.callAsync(() -> CompletableFuture.completedFuture(1));
    held.close();
    faulty.noReading = true;
    time.advance(Duration.ZERO);
    assertFailed(inLine);
    assertThat(bulkhead.snapshot().free()).isEqualTo(1);
  }

  @Test
  void aCallThatHasWaitedInVainOnAFailedClockFails() {
    Bulkhead bulkhead = bulkhead();
    BulkheadPermit held = bulkhead.acquire();
    CompletableFuture<Integer> inLine =
        bulkhead.callAsync(() -> CompletableFuture.completedFuture(1));
    faulty.noReading = true;
    time.advance(WAIT);
    assertFailed(inLine);
    held.close();
    assertThat(bulkhead.snapshot().free()).isEqualTo(1);
  }

  @Test
  void aThreadThatGetsItsPermitFromAFailedClockGivesItBack() {
    Bulkhead bulkhead = bulkhead();
    BulkheadPermit held = bulkhead.acquire();
    var unused = time.schedule(Duration.ofMillis(1), () -> {
      held.close();
      faulty.noReading = true;
    });
    assertThatThrownBy(bulkhead::acquire).isSameAs(faulty.fault);
    assertThat(bulkhead.snapshot().free()).isEqualTo(1);
  }

  @Test
  void anAsyncCallThatFindsNoClockFailsAndLeavesTheLine() {
    Bulkhead bulkhead = bulkhead();
    BulkheadPermit held = bulkhead.acquire();
    faulty.noReading = true;
    assertFailed(bulkhead.callAsync(() -> CompletableFuture.completedFuture(1)));
    assertThat(bulkhead.snapshot().queued()).isZero();
    faulty.noReading = false;
    faulty.noTimers = 1;
    assertFailed(bulkhead.callAsync(() -> CompletableFuture.completedFuture(1)));
    assertThat(bulkhead.snapshot().queued()).isZero();
    held.close();
  }

  @Test
  void anAsyncCallThatFindsNoClockIsAFailedFuture() {
    CircuitBreaker open = CircuitBreaker.builder("c").timeSource(faulty).build();
    open.trip(WAIT, "test");
    Retry retry = Retry.builder("r").maxDuration(WAIT).timeSource(faulty).build();
    Timeout timeout = Timeout.builder("t").limit(WAIT).timeSource(faulty).build();
    RateLimiter limiter = limiter();
    faulty.noReading = true;
    CompletableFuture<Integer> stage = CompletableFuture.completedFuture(1);
    assertFailed(open.callAsync(() -> stage));
    assertFailed(retry.callAsync(() -> stage));
    assertFailed(timeout.callAsync(() -> stage));
    assertFailed(limiter.callAsync(() -> stage));
  }

  @Test
  void aTimerThatCannotBeCancelledChangesNothing() {
    Timeout timeout = Timeout.builder("t")
        .limit(WAIT)
        .timeSource(new ForwardingTime(time) {
          @Override
          public Timer schedule(Duration delay, Runnable task) {
            return () -> {
              throw faulty.fault;
            };
          }
        })
        .build();
    assertThat(timeout.call(() -> 1)).isEqualTo(1);
    assertThatThrownBy(() -> timeout.call(() -> {
          throw new IllegalStateException("the task's");
        }))
        .hasMessage("the task's");
    assertThat(Call.current().deadline()).isEmpty();
  }

  @Test
  void aTimeSourceThatReturnsNoTimerIsToldOf() {
    Timeout timeout = Timeout.builder("t")
        .limit(WAIT)
        .timeSource(new ForwardingTime(time) {
          @Override
          @SuppressWarnings("NullAway") // What a careless user would return.
          public Timer schedule(Duration delay, Runnable task) {
            return null;
          }
        })
        .build();
    assertThatThrownBy(() -> timeout.call(() -> 1)).hasMessageContaining("schedule");
    assertThat(Call.current().deadline()).isEmpty();
  }

  @Test
  void anEventHasTheEpochForItsDateIfThereIsNone() {
    Bulkhead bulkhead = bulkhead();
    List<Instant> dates = new ArrayList<>();
    bulkhead.onEvent(event -> dates.add(event.origin().at()));
    faulty.noDate = true;
    assertThat(bulkhead.call(() -> "body")).isEqualTo("body");
    assertThat(dates).containsExactly(Instant.EPOCH, Instant.EPOCH);
  }

  @Test
  void aRegistryWhoseClockFailsMakesThePolicyTheNextTime() {
    AtomicBoolean firstTime = new AtomicBoolean(true);
    KeyedBreakers<String> breakers = KeyedBreakers.<String>builder("host", host -> {
          faulty.noReading = firstTime.getAndSet(false);
          return CircuitBreaker.ofDefaults(host);
        })
        .timeSource(faulty)
        .build();
    assertThatThrownBy(() -> breakers.get("a")).isSameAs(faulty.fault);
    faulty.noReading = false;
    assertThat(breakers.get("a").state()).isEqualTo(CircuitBreaker.State.CLOSED);
    assertThat(breakers.size()).isEqualTo(1);
  }
}
