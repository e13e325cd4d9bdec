package dev.recloser.proof.oracle;

/** Is told what happens in a trace that is played. */
interface Observer {
  Observer NONE = new Observer() {};

  /** Tells that a step was played on both breakers, which were then compared. */
  default void compared(int step) {}

  /** Tells that a step was nothing to either: it ends a call that was not let through. */
  default void passedOver(int step) {}

  /** Tells that the two differed after a step, and for which reason. */
  default void met(int step, Excuse<?> excuse) {}

  /** Tells that ours was moved by hand to where the peer is. */
  default void followed(int step, Excuse<?> excuse) {}

  /**
   * Returns what ours is taken to read after a step, so that a difference can be planted.
   *
   * @param ours what it does read
   * @param theirs what the peer reads
   */
  default Reading taken(int step, Reading ours, Reading theirs) {
    return ours;
  }
}
