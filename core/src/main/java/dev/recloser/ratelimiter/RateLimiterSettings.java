package dev.recloser.ratelimiter;

import dev.recloser.check.Argument;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What can be set on a rate limiter; what is not set keeps its default. The rate has none.
 *
 * @param <B> the builder
 */
public abstract sealed class RateLimiterSettings<B extends RateLimiterSettings<B>>
    permits RateLimiterConfig.Builder, RateLimiter.Builder {
  private int permits = 1;
  private @Nullable Duration per;
  private int burst;
  private Duration maxWait = Duration.ZERO;
  private TimeSource timeSource = TimeSource.system();

  RateLimiterSettings() {}

  abstract B self();

  /**
   * Starts from other settings, in place of those made so far.
   *
   * @param config the settings
   */
  public B config(RateLimiterConfig config) {
    RateLimiterConfig.Values values = Argument.notNull("config", config).values();
    permits = values.permits();
    per = values.per();
    burst = values.burst();
    maxWait = values.maxWait();
    timeSource = values.timeSource();
    return self();
  }

  /**
   * Sets the rate: so many permits in a time, evenly, one by one. A time of more than 18 years is taken for 18 years.
   *
   * @param permits how many permits come, at least 1
   * @param per the time in which they come, positive
   */
  public B rate(int permits, Duration per) {
    this.permits = Argument.atLeast(1, "permits", permits);
    this.per = Argument.positive("per", per);
    return self();
  }

  /**
   * Sets how many permits are saved up while nobody takes them, and so can be taken at once; the limiter starts with all of
   * them. 1 spaces calls evenly. Default: as many as {@link #rate} has permits.
   *
   * @param burst how many, at least 1
   */
  public B burst(int burst) {
    this.burst = Argument.atLeast(1, "burst", burst);
    return self();
  }

  /**
   * Sets how long a call waits for a permit at the most. One that would have to wait longer, or longer than its deadline
   * allows, is refused at once. Default: zero, no call waits.
   *
   * @param maxWait how long, not negative
   */
  public B maxWait(Duration maxWait) {
    this.maxWait = Argument.notNegative("maxWait", maxWait);
    return self();
  }

  /**
   * Sets what the limiter runs on. Default: {@link TimeSource#system()}.
   *
   * @param timeSource the time source
   */
  public B timeSource(TimeSource timeSource) {
    this.timeSource = Argument.notNull("timeSource", timeSource);
    return self();
  }

  RateLimiterConfig buildConfig() {
    return new RateLimiterConfig(new RateLimiterConfig.Values(
        permits, Argument.set("rate", per), burst, maxWait, timeSource));
  }
}
