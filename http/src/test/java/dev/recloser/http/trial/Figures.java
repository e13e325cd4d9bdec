package dev.recloser.http.trial;

import java.time.Duration;
import java.util.Locale;

/**
 * What came of a trial.
 *
 * @param killed how many back ends were killed, and started again
 * @param requests how many requests were sent
 * @param failed how many of them the caller saw fail
 * @param toEjected how many went to an endpoint while it was ejected
 * @param recoveredAfter how long after the last start of a back end the last request failed; zero if none did
 * @param mostInASecond the most requests in a second that were asked of those that came back, together
 * @param leakedSockets how many sockets are open when all is over that were not before
 */
record Figures(
    int killed,
    int requests,
    long failed,
    long toEjected,
    Duration recoveredAfter,
    int mostInASecond,
    int leakedSockets) {

  double failedPercent() {
    return 100.0 * failed / requests;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "figures: %d of %d killed and back: %d requests, %d failed (%.3f %%), %d to ejected, last failure %d ms after"
            + " the last start, at most %d in a second after it (steady: %d), %d sockets leaked",
        killed,
        BackEndTrial.ALL,
        requests,
        failed,
        failedPercent(),
        toEjected,
        recoveredAfter.toMillis(),
        mostInASecond,
        BackEndTrial.PER_SECOND * killed / BackEndTrial.ALL,
        leakedSockets);
  }
}
