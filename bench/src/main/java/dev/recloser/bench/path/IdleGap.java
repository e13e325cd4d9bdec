package dev.recloser.bench.path;

import static io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy.SYNCHRONIZED;

import dev.recloser.bench.peer.Resilience4jSettings;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.time.TimeSource;
import dev.recloser.time.Timer;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What the first call after an idle gap costs with a window of 10 seconds: as much after a year as after a minute. */
public class IdleGap {
  private static final Duration WINDOW = Duration.ofSeconds(10);

  /** Time that stands still until the gap is over. */
  @State(Scope.Thread)
  public static class Gap {
    @Param({"0", "60", "31536000"})
    long gapSeconds;

    long gapNanos;
    long nanos;

    @Setup
    public void convert() {
      gapNanos = TimeUnit.SECONDS.toNanos(gapSeconds);
    }

    long pass() {
      return nanos += gapNanos;
    }
  }

  @State(Scope.Thread)
  public static class Recloser {
    CircuitBreaker breaker;

    @Setup
    public void build(Gap gap) {
      breaker = CircuitBreaker.builder("bench")
          .tripWhen(TripRule.failureRate(0.5).over(WINDOW).minimumCalls(20))
          .timeSource(new GapTime(gap))
          .build();
    }
  }

  @State(Scope.Thread)
  public static class Resilience4j {
    Supplier<String> lock;

    @Setup
    public void build(Gap gap, Task task) {
      var config = Resilience4jSettings.config()
          .slidingWindow((int) WINDOW.toSeconds(), 20, SlidingWindowType.TIME_BASED, SYNCHRONIZED)
          .clock(new GapClock(gap))
          .currentTimestampFunction(clock -> gap.nanos, TimeUnit.NANOSECONDS)
          .build();
      lock = io.github.resilience4j.circuitbreaker.CircuitBreaker.of("bench", config)
          .decorateSupplier(task);
    }
  }

  @Benchmark
  public Object bare(Gap gap, Task task) {
    gap.pass();
    return task.get();
  }

  @Benchmark
  public Object recloser(Gap gap, Recloser recloser, Task task) {
    gap.pass();
    return recloser.breaker.call(task);
  }

  @Benchmark
  public Object resilience4jLock(Gap gap, Resilience4j resilience4j) {
    gap.pass();
    return resilience4j.lock.get();
  }

  private record GapTime(Gap gap) implements TimeSource {

    @Override
    public long nanoTime() {
      return gap.nanos;
    }

    @Override
    public Instant wallTime() {
      return Instant.EPOCH;
    }

    @Override
    public void sleep(Duration duration) {
      throw new UnsupportedOperationException("nothing here sleeps");
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
      throw new UnsupportedOperationException("nothing here is scheduled");
    }
  }

  private static final class GapClock extends Clock {
    private final Gap gap;

    private GapClock(Gap gap) {
      this.gap = gap;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(millis());
    }

    @Override
    public long millis() {
      return TimeUnit.NANOSECONDS.toMillis(gap.nanos);
    }
  }
}
