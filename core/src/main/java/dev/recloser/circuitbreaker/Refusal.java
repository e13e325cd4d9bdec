package dev.recloser.circuitbreaker;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An epoch that refuses calls. */
sealed interface Refusal extends Answer permits Open, HalfOpen, RampUp, ForcedOpen {

  /** Returns the exception that stands for all refusals of this epoch. */
  CircuitOpenException exception();

  /** Returns how long to wait as of now; empty when only a hand can lift the refusal. */
  Optional<Duration> retryAfter(long nowNanos);

  /** Returns the rule that opened the breaker, as it stood then; null if no rule did. */
  default @Nullable RuleSnapshot trippedBy() {
    return null;
  }
}
