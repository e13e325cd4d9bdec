package dev.recloser.cli.replay;

import java.util.OptionalLong;

/** A stretch of the recording in which calls failed, and when the breaker first tripped in it. */
final class Outage {
  private final long beganNanos;
  private final boolean metClosed;
  private long endedNanos;
  private OptionalLong trip = OptionalLong.empty();

  /**
   * Creates an outage of one failed call.
   *
   * @param metClosed whether the breaker was closed when it began
   */
  Outage(long beganNanos, long endedNanos, boolean metClosed) {
    this.beganNanos = beganNanos;
    this.endedNanos = endedNanos;
    this.metClosed = metClosed;
  }

  void goesOnUntil(long nanos) {
    endedNanos = Math.max(endedNanos, nanos);
  }

  /** The breaker has tripped; only the first time counts, and none after the end. */
  void tripped(long atNanos) {
    if (trip.isEmpty() && atNanos <= endedNanos) {
      trip = OptionalLong.of(atNanos);
    }
  }

  long beganNanos() {
    return beganNanos;
  }

  long lastedNanos() {
    return endedNanos - beganNanos;
  }

  /** Returns how long it took to the first trip, in words. */
  String firstTrip() {
    if (!metClosed) {
      return "was open already";
    }
    return trip.isPresent()
        ? "tripped after " + TimeText.span(trip.getAsLong() - beganNanos)
        : "no trip";
  }
}
