package dev.recloser.proof.oracle;

/** A breaker of another library. */
interface Peer {

  /** Becomes as new: closed at a time, with nothing recorded and so many calls refused. */
  void restart(long at, long refusals);

  /** Begins a step: forgets the opening of the one before. */
  void begin();

  /** Does something to it; returns whether a call was let through and a report was taken in. */
  boolean play(PeerAction action);

  /** Reads it at a time. */
  Reading read(long at, boolean permitted);
}
