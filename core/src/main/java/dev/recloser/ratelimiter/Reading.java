package dev.recloser.ratelimiter;

/**
 * How a bucket stands at an instant.
 *
 * @param rate its rate
 * @param line who waits
 * @param at the instant, in units
 */
record Reading(Rate rate, Line line, long at) {

  /** Returns how many permits are free. */
  int available() {
    return line.available(at);
  }

  /** Returns how many wait. */
  int waiting() {
    return (int) Math.min(Integer.MAX_VALUE, line.waiting(at));
  }

  /** Returns how long it takes until a permit is free. */
  long nanosUntilFree() {
    return rate.nanos(Math.max(0, line.earliest(at, rate.interval()) - at));
  }
}
