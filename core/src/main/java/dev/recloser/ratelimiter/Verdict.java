package dev.recloser.ratelimiter;

/** What a meter says of a permit that is asked for. */
enum Verdict implements Answer {
  /** It was free, and is taken. */
  TAKEN,
  /** It is not free, and will not be soon enough. */
  REFUSED,
  /** Another meter has taken the place of this one: ask that one. */
  OUTDATED
}
