package dev.recloser.bulkhead;

import dev.recloser.RejectedException;
import java.time.Duration;
import java.util.Optional;

/**
 * Thrown when a bulkhead refuses a call: as many run as may, and the call could not wait, or has waited in vain.
 *
 * <p>One instance stands for all refusals for the same reason. It has no stack trace.
 */
public final class BulkheadFullException extends RejectedException {
  private static final long serialVersionUID = 1L;

  private final int maxConcurrent;
  private final int queue;
  private final boolean waited;
  private final String reason;

  BulkheadFullException(String name, BulkheadConfig config, boolean waited, String reason) {
    super(name, false, false);
    this.maxConcurrent = config.maxConcurrent();
    this.queue = config.queue();
    this.waited = waited;
    this.reason = reason;
  }

  private BulkheadFullException(BulkheadFullException other) {
    super(other.policyName(), true, false);
    this.maxConcurrent = other.maxConcurrent;
    this.queue = other.queue;
    this.waited = other.waited;
    this.reason = other.reason;
  }

  /** Returns how many calls may run at once. */
  public int maxConcurrent() {
    return maxConcurrent;
  }

  /** Returns how many others may wait. */
  public int queue() {
    return queue;
  }

  /** Returns whether the call has waited, in vain. */
  public boolean waited() {
    return waited;
  }

  @Override
  public String reason() {
    return reason;
  }

  /** Returns nothing: nobody knows when a call will end. */
  @Override
  public Optional<Duration> retryAfter() {
    return Optional.empty();
  }

  @Override
  public BulkheadFullException ofOneCall() {
    return new BulkheadFullException(this);
  }

  @Override
  public String getMessage() {
    return "bulkhead '" + policyName() + "' is full: " + reason;
  }
}
