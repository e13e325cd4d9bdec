package dev.recloser.event;

import dev.recloser.event.Event.Origin;
import dev.recloser.time.TimeSource;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** Where the events of one policy come from: numbers and dates them. Safe for use by many threads. */
public final class Origins {
  private final String policyName;
  private final TimeSource time;
  private final AtomicLong sequence = new AtomicLong();

  /**
   * Creates the origins of a policy that has had no event yet.
   *
   * @param policyName the name of the policy
   * @param time what dates the events
   */
  public Origins(String policyName, TimeSource time) {
    this.policyName = policyName;
    this.time = time;
  }

  /** Returns the name of the policy. */
  public String policyName() {
    return policyName;
  }

  /** Returns the next number, for an event that is numbered before it happens. */
  public long nextNumber() {
    return sequence.incrementAndGet();
  }

  /** Returns the time of an event that happens now. */
  public Instant now() {
    return time.wallTime();
  }

  /** Returns the origin of an event that happens now. */
  public Origin next() {
    return new Origin(policyName, nextNumber(), now());
  }
}
