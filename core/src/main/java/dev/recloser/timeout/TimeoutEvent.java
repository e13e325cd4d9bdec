package dev.recloser.timeout;

import dev.recloser.event.Event;
import java.time.Duration;

/** Something that a timeout did. A call that ends in time makes no event. */
public sealed interface TimeoutEvent extends Event {

  /**
   * A call did not end in time.
   *
   * @param origin when and by whom
   * @param timeout how long it was given
   */
  record TimedOut(Origin origin, Duration timeout) implements TimeoutEvent {}

  /**
   * The function that says how long a call may take failed, or returned nothing positive; the last good one was used.
   *
   * @param origin when and by whom
   * @param fault what it threw
   */
  record CallbackFailed(Origin origin, Throwable fault) implements TimeoutEvent {}
}
