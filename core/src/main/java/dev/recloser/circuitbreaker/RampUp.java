package dev.recloser.circuitbreaker;

import dev.recloser.circuitbreaker.Recovery.Ramp;
import dev.recloser.event.Event.Origin;
import dev.recloser.time.TimeSource;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/** The probes have succeeded, and a growing share of the calls passes, until all do. */
final class RampUp extends Recording implements Refusal {

  /*
   * Each call that asks moves the position on by the share of that moment, in fractions of 2^32, and passes if that takes
   * it past a whole number. So calls that pass are spread evenly among those that do not, without dice, and the first one
   * passes.
   */

  private static final VarHandle POSITION;
  private static final double WHOLE = 0x1p32;

  static {
    try {
      POSITION = MethodHandles.lookup().findVarHandle(RampUp.class, "position", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final long startedAt;
  private final long rampNanos;
  private final double initialShare;
  private final Ramped grant = new Ramped(this);
  private final CircuitOpenException exception;
  private volatile long position = (1L << 32) - 1;

  RampUp(Birth birth, Rules rules, CircuitOpenException.Source source, long startedAt, Ramp ramp) {
    super(birth, rules);
    this.startedAt = startedAt;
    this.rampNanos = TimeSource.saturatedNanos(ramp.duration());
    this.initialShare = ramp.initialShare();
    this.exception = new CircuitOpenException(source, this, state(), birth.reason());
  }

  Ramped grant() {
    return grant;
  }

  boolean hasEnded(long now) {
    return now - startedAt >= rampNanos;
  }

  /** Returns whether one more call passes, and moves on. */
  boolean admit(long now) {
    long step = step(now);
    long before = (long) POSITION.getAndAdd(this, step);
    return passes(before, step);
  }

  /** Returns whether one more call would pass. */
  boolean wouldAdmit(long now) {
    return hasEnded(now) || passes(position, step(now));
  }

  private static boolean passes(long position, long step) {
    return (position + step) >>> 32 != position >>> 32;
  }

  private long step(long now) {
    return Math.round(share(now) * WHOLE);
  }

  private double share(long now) {
    double done = Math.min(1, Math.max(0, (double) (now - startedAt) / rampNanos));
    return initialShare + (1 - initialShare) * done;
  }

  @Override
  OptionalDouble admittedShare(long nowNanos) {
    return OptionalDouble.of(share(nowNanos));
  }

  @Override
  CircuitBreakerEvent.HalfOpened announcement(Origin origin, CircuitBreakerSnapshot before) {
    return new CircuitBreakerEvent.HalfOpened(origin, before, reason());
  }

  @Override
  Class<CircuitBreakerEvent.HalfOpened> announcedAs() {
    return CircuitBreakerEvent.HalfOpened.class;
  }

  @Override
  CircuitBreaker.State state() {
    return CircuitBreaker.State.HALF_OPEN;
  }

  @Override
  public CircuitOpenException exception() {
    return exception;
  }

  /** The very next call may pass. */
  @Override
  public Optional<Duration> retryAfter(long nowNanos) {
    return Optional.of(Duration.ZERO);
  }

  /**
   * Leave for one of the calls that pass.
   *
   * @param epoch the ramp-up that gave it
   */
  record Ramped(RampUp epoch) implements Grant {}
}
