package dev.recloser.proof.oracle;

/** What an operator can do to a breaker. */
enum Hand {
  RESET,
  FORCE_OPEN,
  DISABLE,
  METRICS_ONLY,
  /** Opens it for a given time. */
  TRIP,
  /** Opens it as failing probes would. Only done to a peer, to have it follow. */
  OPEN,
  /** Closes it as good probes would. Only done to a peer, to have it follow. */
  CLOSE;

  /** Returns whether ours counts it among its openings in a row. */
  boolean countsAsOpening() {
    return this == OPEN || this == TRIP;
  }
}
