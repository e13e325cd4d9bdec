package dev.recloser.ratelimiter;

/**
 * A permit that will be free when one has waited.
 *
 * @param meter the meter that it is of
 * @param instant when, in units since the base of the meter
 * @param waitNanos how long that is from when it was made
 */
record Reservation(Meter meter, long instant, long waitNanos) implements Answer {}
