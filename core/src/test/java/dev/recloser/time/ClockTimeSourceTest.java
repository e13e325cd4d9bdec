package dev.recloser.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClockTimeSourceTest {
  private final HandClock clock = new HandClock(Instant.EPOCH);
  private final TimeSource time = TimeSource.from(clock);

  /** A clock that is set by hand. */
  private static final class HandClock extends Clock {
    private volatile Instant now;

    HandClock(Instant now) {
      this.now = now;
    }

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  @Test
  void movesAsTheClockMoves() {
    long start = time.nanoTime();

    clock.now = clock.now.plusNanos(1);
    assertThat(time.nanoTime() - start).isEqualTo(1);
    clock.now = clock.now.plusSeconds(5);
    assertThat(time.nanoTime() - start).isEqualTo(5_000_000_001L);
    assertThat(time.wallTime()).isEqualTo(clock.now);
  }

  @Test
  void aFixedClockStandsStill() {
    TimeSource fixed = TimeSource.from(Clock.fixed(Instant.now(), ZoneOffset.UTC));

    assertThat(fixed.nanoTime()).isEqualTo(fixed.nanoTime());
  }

  // E23: there an hour back made an open breaker refuse for another hour.
  @Test
  void aStepBackIsDroppedAndTheTimeAfterItCounts() {
    long start = time.nanoTime();
    clock.now = clock.now.plusSeconds(10);
    assertThat(time.nanoTime() - start).isEqualTo(seconds(10));

    clock.now = clock.now.minusSeconds(3600);
    assertThat(time.nanoTime() - start).isEqualTo(seconds(10));
    clock.now = clock.now.plusSeconds(1800);
    assertThat(time.nanoTime() - start).isEqualTo(seconds(1810));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE - 20_000})
  void theOriginOfTheClockDoesNotMatter(long millis) {
    clock.now = Instant.ofEpochMilli(millis);
    TimeSource based = TimeSource.from(clock);
    long start = based.nanoTime();

    clock.now = clock.now.plusMillis(10_000);

    assertThat(based.nanoTime() - start).isEqualTo(seconds(10));
  }

  // C98
  @Test
  void aStepTooLongForALongSaturates() {
    clock.now = Instant.MIN;
    TimeSource based = TimeSource.from(clock);
    long start = based.nanoTime();

    clock.now = Instant.MAX;
    assertThat(based.nanoTime() - start).isEqualTo(Long.MAX_VALUE);
    clock.now = Instant.MIN;
    assertThat(based.nanoTime() - start).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void waitsInRealTimeThoughTheClockIsFixed() throws Exception {
    CompletableFuture<String> ran = new CompletableFuture<>();

    time.schedule(Duration.ofMillis(1), () -> ran.complete("ran"));
    time.sleep(Duration.ofMillis(1));

    assertThat(ran.get(10, TimeUnit.SECONDS)).isEqualTo("ran");
  }

  /** STRESS: a clock that is read by many never goes back, nor gains or loses time. */
  @Test
  void readByManyThreadsItNeitherStepsBackNorLosesTime() throws Exception {
    AtomicLong millis = new AtomicLong();
    TimeSource shared = TimeSource.from(new Clock() {
      @Override
      public Instant instant() {
        return Instant.ofEpochMilli(millis.incrementAndGet());
      }

      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }
    });
    long start = shared.nanoTime();
    long startMillis = millis.get();
    ExecutorService pool = Executors.newFixedThreadPool(4);
    List<Future<Boolean>> monotonic = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      monotonic.add(pool.submit(() -> {
        long last = shared.nanoTime();
        for (int i = 0; i < 50_000; i++) {
          long next = shared.nanoTime();
          if (next - last < 0) {
            return false;
          }
          last = next;
        }
        return true;
      }));
    }
    for (Future<Boolean> one : monotonic) {
      assertThat(one.get()).isTrue();
    }
    pool.shutdown();

    long span = shared.nanoTime() - start;
    assertThat(span).isEqualTo((millis.get() - startMillis) * 1_000_000);
  }

  @Test
  @SuppressWarnings("NullAway") // That is what is tested.
  void refusesNoClock() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TimeSource.from(null))
        .withMessage("clock must not be null, but was null");
  }

  private static long seconds(long seconds) {
    return seconds * 1_000_000_000;
  }
}
