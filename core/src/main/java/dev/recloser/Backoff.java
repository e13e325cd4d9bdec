package dev.recloser;

import dev.recloser.check.Argument;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before the next attempt, or before the next probe.
 *
 * <p>A backoff keeps no state of its own: it sees the attempt and the previous delay, so that one instance serves
 * any number of calls at once. The built-in ones never return a negative delay, for any attempt.
 *
 * <p>A backoff of your own is a lambda. It has no jitter until {@link #withJitter} is asked for.
 */
@FunctionalInterface
public interface Backoff {

  /** The delay that means: do not try again. Any negative delay does. */
  Duration STOP = Duration.ofNanos(-1);

  /**
   * Returns the delay before a retry, or the cooldown of an opening.
   *
   * @param attempt which retry or opening in a row, from 1
   * @param previous the delay returned for the one before; zero for the first
   * @param random where random numbers come from
   * @return the delay; a negative one means stop
   */
  Duration delay(int attempt, Duration previous, RandomGenerator random);

  /** Returns whether this backoff is known to have no delay at all. */
  default boolean isNone() {
    return false;
  }

  /** Returns a backoff without any delay. */
  static Backoff none() {
    return new FixedBackoff(Duration.ZERO);
  }

  /**
   * Returns a backoff with the same delay each time.
   *
   * @param delay the delay, not negative
   */
  static Backoff fixed(Duration delay) {
    return new FixedBackoff(delay);
  }

  /**
   * Returns a backoff that grows by a factor up to a cap: {@code min(cap, base * factor^(attempt - 1))}.
   *
   * @param base the first delay, positive
   * @param factor what each delay is multiplied by to get the next, at least 1
   * @param cap the longest delay, at least the base
   */
  static Backoff exponential(Duration base, double factor, Duration cap) {
    return new ExponentialBackoff(base, factor, cap);
  }

  /**
   * Returns a backoff whose delays are drawn between the base and three times the delay before (three times the base,
   * for the first), up to a cap; the "decorrelated jitter" of Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
   *
   * @param base the shortest delay, positive
   * @param cap the longest delay, at least the base
   */
  static Backoff decorrelated(Duration base, Duration cap) {
    return new DecorrelatedBackoff(base, cap);
  }

  /**
   * Returns this backoff with proportional jitter: each delay is multiplied by a number drawn evenly from
   * {@code [1 - jitter, 1 + jitter)}. It applies after any cap, so a delay may pass the cap by the jitter's share.
   *
   * @param jitter the share, in [0, 1]; 0 draws no random number
   */
  default Backoff withJitter(double jitter) {
    Argument.share("jitter", jitter);
    return jitter == 0 ? this : new JitteredBackoff(this, 1 - jitter, 1 + jitter);
  }

  /** Returns this backoff with full jitter: each delay is drawn evenly from zero up to what it was. */
  default Backoff withFullJitter() {
    return new JitteredBackoff(this, 0, 1);
  }

  /** Returns this backoff with equal jitter: each delay is drawn evenly from half of what it was up to all of it. */
  default Backoff withEqualJitter() {
    return new JitteredBackoff(this, 0.5, 1);
  }
}
