package dev.recloser.bulkhead;

import dev.recloser.check.Argument;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How many calls may run at once, and how many may wait how long. Immutable, compared by value; built by {@link #builder}. */
public final class BulkheadConfig {
  private static final BulkheadConfig DEFAULTS = builder().build();

  private final Values values;

  /** The settings. Compared by value. */
  record Values(int maxConcurrent, int queue, @Nullable Duration maxWait, TimeSource timeSource) {

    Values {
      Argument.atLeast(1, "maxConcurrent", maxConcurrent);
      Argument.atLeast(0, "queue", queue);
      if (maxWait != null) {
        Argument.positive("maxWait", maxWait);
        Argument.require(queue > 0, "maxWait", "needs a queue to wait in", maxWait);
      }
      Argument.notNull("timeSource", timeSource);
    }
  }

  BulkheadConfig(Values values) {
    this.values = values;
  }

  /** Returns the settings that suit many: 25 at once, and nobody waits. */
  public static BulkheadConfig ofDefaults() {
    return DEFAULTS;
  }

  /** Returns a builder holding the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder holding these settings. */
  public Builder toBuilder() {
    return new Builder().config(this);
  }

  /** Returns how many calls may run at once. */
  public int maxConcurrent() {
    return values.maxConcurrent;
  }

  /** Returns how many others may wait. */
  public int queue() {
    return values.queue;
  }

  /** Returns how long one may wait; empty if nobody may. */
  public Optional<Duration> maxWait() {
    return Optional.ofNullable(values.maxWait);
  }

  /** Returns what the bulkhead runs on. */
  public TimeSource timeSource() {
    return values.timeSource;
  }

  Values values() {
    return values;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof BulkheadConfig config && values.equals(config.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return "BulkheadConfig[maxConcurrent=" + maxConcurrent() + ", queue=" + queue()
        + maxWait().map(wait -> ", maxWait=" + wait).orElse("") + "]";
  }

  /** Builds a {@link BulkheadConfig}. */
  public static final class Builder extends BulkheadSettings<Builder> {

    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /**
     * Builds the settings.
     *
     * @throws IllegalArgumentException if a setting is missing, out of its range, or fits no other
     */
    public BulkheadConfig build() {
      return buildConfig();
    }
  }
}
