package dev.recloser.circuitbreaker;

import dev.recloser.check.Argument;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How a half-open circuit breaker finds out whether the dependency is well again.
 *
 * <p>A probe has a lease: one that has not reported when its lease ends may lose its slot to the next caller who
 * asks. So a probe that is lost, or never ends, cannot keep the breaker from recovering. Immutable; each setter
 * returns a changed copy.
 */
public final class Recovery {
  private final boolean inARow;
  private final int probes;
  private final @Nullable Double failureRate;
  private final @Nullable Duration lease;
  private final @Nullable Ramp ramp;
  private final @Nullable Supplier<? extends CompletionStage<Boolean>> healthCheck;

  /**
   * How calls are let in again after the probes have succeeded.
   *
   * @param duration how long until all pass
   * @param initialShare the share that passes at first
   */
  record Ramp(Duration duration, double initialShare) {}

  private Recovery(
      boolean inARow,
      int probes,
      @Nullable Double failureRate,
      @Nullable Duration lease,
      @Nullable Ramp ramp,
      @Nullable Supplier<? extends CompletionStage<Boolean>> healthCheck) {
    this.inARow = inARow;
    this.probes = probes;
    this.failureRate = failureRate;
    this.lease = lease;
    this.ramp = ramp;
    this.healthCheck = healthCheck;
  }

  /**
   * Returns the recovery that lets through one probe at a time: so many successes in a row close the breaker, one
   * failure opens it again. A probe whose lease was reclaimed counts for nothing.
   *
   * @param successes how many successes in a row, at least 1
   */
  public static Recovery consecutive(int successes) {
    return new Recovery(
        true, Argument.atLeast(1, "consecutive", successes), null, null, null, null);
  }

  /**
   * Returns the recovery that lets through a number of probes, at once or not, and judges them by rate: the breaker
   * opens again as soon as the bad ones have reached the rate, and closes as soon as they no longer can. A probe whose
   * lease was reclaimed counts as a failure.
   *
   * <p>The rates are the lowest of the breaker's own: of its {@link TripRule#failureRate} rules for failed probes (0.5
   * if it has none), and of each {@link TripRule#slowCallRate} rule for slow ones.
   *
   * @param probes how many probes, at least 1
   */
  public static Recovery probes(int probes) {
    return new Recovery(false, Argument.atLeast(1, "probes", probes), null, null, null, null);
  }

  /**
   * Returns the recovery that lets no call through: a health check decides. It is started when the cooldown has passed, by
   * a timer or by a call that comes first, which is refused. If its stage completes with true the breaker closes, if it
   * completes otherwise, or fails, the breaker opens again; if it does not complete before the lease ends, the next call
   * starts it once more.
   *
   * @param check starts a check; it should not block
   */
  public static Recovery healthCheck(Supplier<? extends CompletionStage<Boolean>> check) {
    return new Recovery(true, 1, null, null, null, Argument.notNull("healthCheck", check));
  }

  /**
   * Sets the share of failed probes at which the breaker opens again. Default: the lowest of its failure rate rules.
   *
   * @param rate the share, in (0, 1]
   * @throws IllegalArgumentException also if this recovery asks for successes in a row, and so has no rate
   */
  public Recovery failureRate(double rate) {
    Argument.require(
        !inARow, "failureRate", "must be set on Recovery.probes alone, which judges by rate", rate);
    return new Recovery(false, probes, Argument.rate("failureRate", rate), lease, ramp, null);
  }

  /**
   * Sets how long a probe may hold its slot before another may have it. Each lease that had to be reclaimed doubles
   * those that follow until the breaker closes (up to an hour), so that a dependency slower than its lease gets there
   * too. Default: the longer of the cooldown and 60 seconds.
   *
   * @param lease how long, positive
   */
  public Recovery lease(Duration lease) {
    return new Recovery(
        inARow, probes, failureRate, Argument.positive("lease", lease), ramp, healthCheck);
  }

  /**
   * Lets calls in again bit by bit after the probes have succeeded, rather than all at once: a share that grows evenly
   * from the initial one until all pass, spread evenly among the calls. The breaker is half-open meanwhile; its trip rules
   * judge the calls that pass, from empty windows, and may open it again. Default: all at once.
   *
   * @param duration how long until all pass, positive
   * @param initialShare the share that passes at first, in (0, 1]
   */
  public Recovery rampUp(Duration duration, double initialShare) {
    Ramp next = new Ramp(
        Argument.positive("rampUp", duration), Argument.rate("initialShare", initialShare));
    return new Recovery(inARow, probes, failureRate, lease, next, healthCheck);
  }

  boolean inARow() {
    return inARow;
  }

  int probes() {
    return probes;
  }

  OptionalDouble failureRate() {
    return failureRate == null ? OptionalDouble.empty() : OptionalDouble.of(failureRate);
  }

  Optional<Duration> lease() {
    return Optional.ofNullable(lease);
  }

  @Nullable
  Supplier<? extends CompletionStage<Boolean>> healthCheck() {
    return healthCheck;
  }

  Optional<Ramp> ramp() {
    return Optional.ofNullable(ramp);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Recovery that
        && inARow == that.inARow
        && probes == that.probes
        && Objects.equals(failureRate, that.failureRate)
        && Objects.equals(lease, that.lease)
        && Objects.equals(ramp, that.ramp)
        && Objects.equals(healthCheck, that.healthCheck);
  }

  @Override
  public int hashCode() {
    return Objects.hash(inARow, probes, failureRate, lease, ramp, healthCheck);
  }

  @Override
  public String toString() {
    return (healthCheck != null ? "healthCheck(" : (inARow ? "consecutive(" : "probes(") + probes)
        + ")"
        + (failureRate == null ? "" : ".failureRate(" + failureRate + ")")
        + (lease == null ? "" : ".lease(" + lease + ")")
        + (ramp == null ? "" : ".rampUp(" + ramp.duration() + ", " + ramp.initialShare() + ")");
  }
}
