package dev.recloser.registry;

import dev.recloser.Pipeline;
import dev.recloser.bulkhead.Bulkhead;
import dev.recloser.check.Argument;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.ratelimiter.RateLimiter;
import dev.recloser.retry.Retry;
import dev.recloser.time.TimeSource;
import dev.recloser.timeout.Timeout;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A kind of policy that a {@link Registry} can hold: how one is built, and how it is switched off. Compared by identity,
 * so a kind of your own belongs in a constant.
 *
 * @param <P> the policy
 * @param <B> its builder
 */
public final class PolicyKind<P, B> {

  /** Circuit breakers. Switched off they are disabled; switched on they are as before, those that judge with empty windows. */
  public static final PolicyKind<CircuitBreaker, CircuitBreaker.Builder> CIRCUIT_BREAKER = of(
      "circuit breaker",
      (name, time) -> CircuitBreaker.builder(name).timeSource(time),
      CircuitBreaker.Builder::build,
      PolicyKind::switchOff);

  /** Retries. Switched off they make one attempt. */
  public static final PolicyKind<Retry, Retry.Builder> RETRY = of(
      "retry",
      (name, time) -> Retry.builder(name).timeSource(time),
      Retry.Builder::build,
      switching(Retry::disable, Retry::enable));

  /** Bulkheads. Switched off they count, and let all calls run at once. */
  public static final PolicyKind<Bulkhead, Bulkhead.Builder> BULKHEAD = of(
      "bulkhead",
      (name, time) -> Bulkhead.builder(name).timeSource(time),
      Bulkhead.Builder::build,
      switching(Bulkhead::disable, Bulkhead::enable));

  /** Rate limiters. Switched off they let all calls pass, without a permit. */
  public static final PolicyKind<RateLimiter, RateLimiter.Builder> RATE_LIMITER = of(
      "rate limiter",
      (name, time) -> RateLimiter.builder(name).timeSource(time),
      RateLimiter.Builder::build,
      switching(RateLimiter::disable, RateLimiter::enable));

  /** Timeouts. Switched off they end nothing. */
  public static final PolicyKind<Timeout, Timeout.Builder> TIMEOUT = of(
      "timeout",
      (name, time) -> Timeout.builder(name).timeSource(time),
      Timeout.Builder::build,
      switching(Timeout::disable, Timeout::enable));

  /** Pipelines. Switched off they run the bare task; their policies, which others may share, stay as they are. */
  public static final PolicyKind<Pipeline, Pipeline.Builder> PIPELINE = of(
      "pipeline",
      (name, time) -> Pipeline.builder(name).timeSource(time),
      Pipeline.Builder::build,
      switching(Pipeline::disable, Pipeline::enable));

  private final String label;
  private final BiFunction<? super String, ? super TimeSource, ? extends B> builder;
  private final Function<? super B, ? extends P> build;
  private final Function<? super P, ? extends Runnable> switchOff;

  private PolicyKind(
      String label,
      BiFunction<? super String, ? super TimeSource, ? extends B> builder,
      Function<? super B, ? extends P> build,
      Function<? super P, ? extends Runnable> switchOff) {
    this.label = label;
    this.builder = builder;
    this.build = build;
    this.switchOff = switchOff;
  }

  /**
   * Returns a kind of your own.
   *
   * @param label what messages call it; not blank
   * @param builder makes a builder of a name and of the time source that is used unless the builder is given another
   * @param build builds the policy
   * @param switchOff makes a policy let all calls pass unguarded; returns what undoes that
   * @param <P> the policy
   * @param <B> its builder
   */
  public static <P, B> PolicyKind<P, B> of(
      String label,
      BiFunction<? super String, ? super TimeSource, ? extends B> builder,
      Function<? super B, ? extends P> build,
      Function<? super P, ? extends Runnable> switchOff) {
    return new PolicyKind<>(
        Argument.notBlank("label", label),
        Argument.notNull("builder", builder),
        Argument.notNull("build", build),
        Argument.notNull("switchOff", switchOff));
  }

  B builder(String name, TimeSource time) {
    return Argument.notNull("what builder returns", builder.apply(name, time));
  }

  P build(B from) {
    return Argument.notNull("what build returns", build.apply(from));
  }

  Runnable switchOff(P policy) {
    return switchOff.apply(policy);
  }

  @Override
  public String toString() {
    return label;
  }

  private static <P> Function<P, Runnable> switching(Consumer<P> off, Consumer<P> on) {
    return policy -> {
      off.accept(policy);
      return () -> on.accept(policy);
    };
  }

  /** Disables the breaker; what undoes it leaves alone what a hand has done meanwhile, and restores what one did before. */
  private static Runnable switchOff(CircuitBreaker breaker) {
    CircuitBreaker.State before = breaker.state();
    if (before == CircuitBreaker.State.DISABLED) {
      return () -> {};
    }
    breaker.disable();
    return () -> {
      if (breaker.state() == CircuitBreaker.State.DISABLED) {
        switch (before) {
          case FORCED_OPEN -> breaker.forceOpen();
          case METRICS_ONLY -> breaker.metricsOnly();
          case CLOSED, OPEN, HALF_OPEN, DISABLED -> breaker.reset();
        }
      }
    };
  }
}
