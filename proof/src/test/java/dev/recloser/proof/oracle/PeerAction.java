package dev.recloser.proof.oracle;

/**
 * What is done to a peer. It carries its own time, so that a peer can be built again from the list of all that was done
 * to it.
 */
sealed interface PeerAction {

  /** Returns when, in nanoseconds since the start. */
  long at();

  /** Asks for leave to make a call. */
  record Acquire(long at) implements PeerAction {}

  /** Reports how a call has ended, and how long it took. */
  record Report(long at, Ending ending, long duration) implements PeerAction {}

  /** Makes a call that takes so long. */
  record Call(long at, Ending ending, long duration) implements PeerAction {}

  /** Moves the breaker by hand; a trip lasts so long. */
  record Move(long at, Hand hand, long duration) implements PeerAction {}

  /** Has the peer wait as long as ours, which has opened so many times in a row. */
  record Adopt(long at, int opening, long cooldown) implements PeerAction {}

  /** Becomes half-open anew, with probes that have succeeded, have failed and still run. */
  record Probe(long at, long succeeded, long failed, int running) implements PeerAction {}

  /** Does nothing, where ours refused a call that the peer would have let through. */
  record Refuse(long at) implements PeerAction {}
}
