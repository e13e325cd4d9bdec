package dev.recloser.endpoint;

/**
 * Whether an endpoint is ejected.
 *
 * @param ejected whether it is
 * @param since ejected, when that was; else from when on it has been calm
 * @param spanNanos for how long it is ejected
 * @param multiplier how many times the base it was ejected for, less one for each calm interval since
 */
record Standing(boolean ejected, long since, long spanNanos, int multiplier) {

  static Standing calm(long now) {
    return new Standing(false, now, 0, 0);
  }

  /** Returns the standing after one more ejection. */
  Standing ejected(long now, long baseNanos, long mostNanos) {
    int times = multiplier == Integer.MAX_VALUE ? multiplier : multiplier + 1;
    long span = baseNanos > mostNanos / times ? mostNanos : baseNanos * times;
    return new Standing(true, now, span, times);
  }

  /** Returns how long the ejection lasts still; zero or less when it is over. */
  long leftNanos(long now) {
    return spanNanos - (now - since);
  }

  /** Returns the standing after the ejection. */
  Standing readmitted() {
    return new Standing(false, since + spanNanos, 0, multiplier);
  }

  /** Returns the standing after intervals have ended, counting those that were calm from begin to end. */
  Standing calmed(long firstBegan, long intervals, long intervalNanos) {
    long early = Math.max(0, since - firstBegan);
    long broken = early / intervalNanos + (early % intervalNanos == 0 ? 0 : 1);
    long calm = Math.max(0, intervals - broken);
    return new Standing(false, since, 0, (int) Math.max(0, multiplier - calm));
  }
}
