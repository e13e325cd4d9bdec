package dev.recloser.ratelimiter;

import dev.recloser.time.TimeSource;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How many calls a rate limiter lets pass. Immutable, compared by value; built by {@link #builder}. */
public final class RateLimiterConfig {
  private final Values values;
  private final Rate rate;

  /** The settings. Compared by value, and checked where they are set; a burst of 0 is as large as the number of permits. */
  record Values(int permits, Duration per, int burst, Duration maxWait, TimeSource timeSource) {}

  RateLimiterConfig(Values values) {
    this.values = values;
    this.rate = Rate.of(values.permits, values.per, burst());
  }

  /** Returns a builder; a rate must be set. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder holding these settings. */
  public Builder toBuilder() {
    return new Builder().config(this);
  }

  /** Returns how many permits come in a time. */
  public int permits() {
    return values.permits;
  }

  /** Returns the time in which they come. */
  public Duration per() {
    return values.per;
  }

  /** Returns how many permits can be saved up. */
  public int burst() {
    return values.burst == 0 ? values.permits : values.burst;
  }

  /** Returns how long a call waits for a permit at the most. */
  public Duration maxWait() {
    return values.maxWait;
  }

  /** Returns what the limiter runs on. */
  public TimeSource timeSource() {
    return values.timeSource;
  }

  Values values() {
    return values;
  }

  Rate rate() {
    return rate;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RateLimiterConfig config && values.equals(config.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return "RateLimiterConfig[" + permits() + " per " + per() + ", burst=" + burst() + ", maxWait="
        + maxWait() + "]";
  }

  /** Builds a {@link RateLimiterConfig}. */
  public static final class Builder extends RateLimiterSettings<Builder> {

    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /**
     * Builds the settings.
     *
     * @throws IllegalArgumentException if the rate is missing, or a setting is out of its range
     */
    public RateLimiterConfig build() {
      return buildConfig();
    }
  }
}
