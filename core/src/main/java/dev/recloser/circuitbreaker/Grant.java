package dev.recloser.circuitbreaker;

/**
 * Leave to make one call. It is the object that gave it, which the call reports to: an epoch that admits all calls, a
 * probe of a half-open one, or the nested call that goes unrecorded.
 */
sealed interface Grant extends Answer
    permits Closed, Disabled, MetricsOnly, Probe, RampUp.Ramped, Grant.Nested {

  /** Leave for a call made from within a probe of the same breaker; nothing is recorded. */
  enum Nested implements Grant {
    INSTANCE
  }
}
