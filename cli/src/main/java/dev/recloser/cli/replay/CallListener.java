package dev.recloser.cli.replay;

import dev.recloser.circuitbreaker.CircuitBreaker;

/** What a replay tells of as it goes. Times are nanoseconds since the first call started. */
interface CallListener {

  /** A call was made, in the recording. Told in the order of starts. */
  default void started(long startNanos, long endNanos, RecordedOutcome outcome) {}

  /** The breaker moved. */
  default void moved(long atNanos, CircuitBreaker.State from, CircuitBreaker.State to) {}

  /** A call that was let through has ended, or one was rejected at its start. */
  default void decided(Decision decision) {}

  /** All calls have been decided. */
  default void finished(long atNanos) {}
}
