package dev.recloser.bulkhead;

import dev.recloser.check.Argument;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What can be set on a bulkhead; what is not set keeps its default.
 *
 * @param <B> the builder
 */
public abstract sealed class BulkheadSettings<B extends BulkheadSettings<B>>
    permits BulkheadConfig.Builder, Bulkhead.Builder {
  private static final Duration DEFAULT_WAIT = Duration.ofSeconds(1);

  private int maxConcurrent = 25;
  private int queue;
  private @Nullable Duration maxWait;
  private TimeSource timeSource = TimeSource.system();

  BulkheadSettings() {}

  abstract B self();

  /**
   * Starts from other settings, in place of those made so far.
   *
   * @param config the settings
   */
  public B config(BulkheadConfig config) {
    BulkheadConfig.Values values = Argument.notNull("config", config).values();
    maxConcurrent = values.maxConcurrent();
    queue = values.queue();
    maxWait = values.maxWait();
    timeSource = values.timeSource();
    return self();
  }

  /**
   * Sets how many calls may run at once. Default: 25.
   *
   * @param maxConcurrent how many, at least 1
   */
  public B maxConcurrent(int maxConcurrent) {
    this.maxConcurrent = maxConcurrent;
    return self();
  }

  /**
   * Sets how many others may wait until one of those has ended, first come, first served. Default: 0, which refuses them
   * at once.
   *
   * @param queue how many, not negative
   */
  public B queue(int queue) {
    this.queue = queue;
    return self();
  }

  /**
   * Sets how long one may wait; a deadline of the call may make it shorter. Only with a {@link #queue}. Default: 1 second.
   *
   * @param maxWait how long, positive
   */
  public B maxWait(Duration maxWait) {
    this.maxWait = Argument.positive("maxWait", maxWait);
    return self();
  }

  /** Lets nobody wait, as by default; for a builder made from settings with a queue. */
  public B noQueue() {
    queue = 0;
    maxWait = null;
    return self();
  }

  /**
   * Sets what the bulkhead runs on. Default: {@link TimeSource#system()}.
   *
   * @param timeSource the time source
   */
  public B timeSource(TimeSource timeSource) {
    this.timeSource = timeSource;
    return self();
  }

  BulkheadConfig buildConfig() {
    Duration wait = queue > 0 && maxWait == null ? DEFAULT_WAIT : maxWait;
    return new BulkheadConfig(new BulkheadConfig.Values(maxConcurrent, queue, wait, timeSource));
  }
}
