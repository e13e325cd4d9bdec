package dev.recloser.cli.replay;

import dev.recloser.circuitbreaker.CircuitBreaker;

/**
 * What became of a call.
 *
 * @param startNanos when it started, in nanoseconds since the first call
 * @param atNanos when it ended or was rejected, in nanoseconds since the first call
 * @param outcome how it ended in the recording
 * @param letThrough whether the breaker let it through
 * @param state the state of the breaker after its ending, or after the rejection
 */
record Decision(
    long startNanos,
    long atNanos,
    RecordedOutcome outcome,
    boolean letThrough,
    CircuitBreaker.State state) {}
