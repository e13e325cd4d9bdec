package dev.recloser.testkit;

import dev.recloser.event.Event;

/** Something that a fault did. */
public sealed interface FaultEvent extends Event {

  /**
   * A call was struck.
   *
   * @param origin when and by whom
   * @param effect what is done to it, for people to read
   */
  record Injected(Origin origin, String effect) implements FaultEvent {}
}
