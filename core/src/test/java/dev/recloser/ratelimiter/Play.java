package dev.recloser.ratelimiter;

import dev.recloser.time.ManualTimeSource;
import java.time.Duration;

/** Asks a limiter for permits as time goes by, and writes down the answers. */
final class Play {
  private final ManualTimeSource time;
  private final RateLimiter limiter;
  private final StringBuilder trace = new StringBuilder();

  Play(ManualTimeSource time, RateLimiter limiter) {
    this.time = time;
    this.limiter = limiter;
  }

  Play acquire(int times) {
    for (int i = 0; i < times; i++) {
      trace.append(limiter.tryAcquire() ? 'Y' : 'n');
    }
    return this;
  }

  Play acquireAtOnce(int permits) {
    trace.append(permits).append(limiter.tryAcquire(permits) ? 'Y' : 'n').append(' ');
    return this;
  }

  Play sleepMillis(long millis) {
    time.advance(Duration.ofMillis(millis));
    trace.append(" ~").append(millis).append(' ');
    return this;
  }

  Play sleepNanos(long nanos) {
    time.advance(Duration.ofNanos(nanos));
    trace.append(" ~").append(nanos).append("ns ");
    return this;
  }

  @Override
  public String toString() {
    return trace.toString();
  }
}
