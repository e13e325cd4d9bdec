package dev.recloser.bulkhead;

import dev.recloser.Outcome;
import dev.recloser.event.Event;
import java.time.Duration;

/**
 * Something that a bulkhead did. Each call makes exactly one event of {@link Admitted}, {@link Rejected} and {@link
 * Abandoned}, and each that was admitted one {@link Finished}.
 */
public sealed interface BulkheadEvent extends Event {

  /**
   * A call got a permit, and starts.
   *
   * @param origin when and by whom
   * @param waited how long it waited in line; zero if it did not
   */
  record Admitted(Origin origin, Duration waited) implements BulkheadEvent {}

  /**
   * A call joined the line.
   *
   * @param origin when and by whom
   * @param waiting how many wait now
   */
  record Queued(Origin origin, int waiting) implements BulkheadEvent {}

  /**
   * A call was refused, at once or after it waited in vain.
   *
   * @param origin when and by whom
   * @param reason why, for people to read
   * @param waited how long it waited in line; zero if it did not
   */
  record Rejected(Origin origin, String reason, Duration waited) implements BulkheadEvent {}

  /**
   * A call that waited was given up by its caller.
   *
   * @param origin when and by whom
   * @param reason how
   * @param waited how long it waited in line
   */
  record Abandoned(Origin origin, Reason reason, Duration waited) implements BulkheadEvent {

    /** How a caller gives up. */
    public enum Reason {
      /** The thread that waited was interrupted. */
      INTERRUPTED,
      /** The holder of the future has cancelled or completed it. */
      CANCELLED
    }
  }

  /**
   * A call has really ended, and gave its permit back.
   *
   * @param origin when and by whom
   * @param outcome whether it returned or threw; ignored if its future had been cancelled or completed before, and if the
   *     permit was held by hand
   */
  record Finished(Origin origin, Outcome outcome) implements BulkheadEvent {}

  /**
   * The settings were changed.
   *
   * @param origin when and by whom
   * @param before the settings before
   * @param after the settings from now on
   */
  record Reconfigured(Origin origin, BulkheadConfig before, BulkheadConfig after)
      implements BulkheadEvent {}
}
