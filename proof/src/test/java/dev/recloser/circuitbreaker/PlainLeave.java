package dev.recloser.circuitbreaker;

/**
 * Leave to make one call, as the plain breaker gives it.
 *
 * @param number which one
 * @param epoch in which epoch it was given
 * @param since when
 * @param leaseNanos how long it may hold its slot; zero if it holds none
 */
record PlainLeave(int number, int epoch, long since, long leaseNanos) {
  static final PlainLeave NONE = new PlainLeave(0, 0, 0, 0);

  boolean isProbe() {
    return leaseNanos > 0;
  }

  long age(long now) {
    return now - since;
  }
}
