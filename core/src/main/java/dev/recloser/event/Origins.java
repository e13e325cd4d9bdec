package dev.recloser.event;

import dev.recloser.check.SafeLog;
import dev.recloser.event.Event.Origin;
import dev.recloser.time.TimeSource;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Instant;
import java.util.Objects;

/** Where the events of one policy come from: numbers and dates them. Safe for use by many threads. */
public final class Origins {
  private static final System.Logger LOGGER = System.getLogger(Origins.class.getName());

  private static final VarHandle SEQUENCE;

  static {
    try {
      SEQUENCE = MethodHandles.lookup().findVarHandle(Origins.class, "sequence", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final String policyName;
  private final TimeSource time;

  @SuppressWarnings("unused") // Through SEQUENCE.
  private volatile long sequence;

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
    return (long) SEQUENCE.getAndAdd(this, 1L) + 1;
  }

  /** Returns the time of an event that happens now; the epoch if the time source cannot tell. Never throws. */
  public Instant now() {
    return now(time);
  }

  /**
   * Returns the time of an event that happens now; the epoch if the time source cannot tell. An event without a date is
   * better than a call that fails for want of one.
   *
   * @param time what dates it
   */
  public static Instant now(TimeSource time) {
    try {
      return Objects.requireNonNull(time.wallTime(), "wallTime()");
    } catch (Throwable failure) {
      SafeLog.warn(LOGGER, () -> time + " cannot date an event", failure);
      return Instant.EPOCH;
    }
  }

  /** Returns the origin of an event that happens now. */
  public Origin next() {
    return new Origin(policyName, nextNumber(), now());
  }
}
