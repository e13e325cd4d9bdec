package dev.recloser.endpoint;

import dev.recloser.time.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/** Ejects the outliers of a pool, and lets them in again. */
final class Outliers<E> {

  /*
   * There is no timer: a call that finds something due judges. One thread judges at a time, and nobody waits for it: who
   * comes meanwhile leaves a request, and the judge goes round once more. So only one thread ever writes a standing, and
   * the cap holds exactly. Events go out when the judge is done, since listeners are foreign code.
   */

  private final OutlierDetection detection;
  private final Roster<E> roster;
  private final RandomGenerator random;
  private final Announcer announcer;
  private final long intervalNanos;
  private final int mostInRow;
  private final AtomicInteger requests = new AtomicInteger();

  /** When the interval began. Touched by the judge only. */
  private long intervalBegan;

  /** When there is something to judge at the latest. */
  private volatile long dueAt;

  /** Whether no other endpoint can be ejected now. */
  private volatile boolean full;

  Outliers(
      OutlierDetection detection,
      Roster<E> roster,
      RandomGenerator random,
      Announcer announcer,
      long now) {
    this.detection = detection;
    this.roster = roster;
    this.random = random;
    this.announcer = announcer;
    this.intervalNanos = TimeSource.saturatedNanos(detection.interval());
    this.mostInRow = detection.consecutiveFailures().orElse(Integer.MAX_VALUE);
    this.intervalBegan = now;
    this.dueAt = now + intervalNanos;
  }

  /** Judges if an interval or an ejection is over. */
  void judgeIfDue(long now) {
    if (now - dueAt >= 0) {
      judge(now);
    }
  }

  /** Judges if the endpoint, of which a call has just failed, has failed too often in a row. */
  void judgeIfFailing(Member<E> member, long now) {
    if (member.failuresInRow() >= mostInRow && !full && !member.standing().ejected()) {
      judge(now);
    }
  }

  /** Judges now, if no other thread does. */
  void judge(long now) {
    List<EndpointEvent> events = new ArrayList<>();
    if (requests.getAndIncrement() != 0) {
      return;
    }
    boolean done = false; // Nothing may throw between the request and the try.
    try {
      int seen = 1;
      do {
        round(now, events);
        seen = requests.addAndGet(-seen);
      } while (seen != 0);
      done = true;
    } finally {
      if (!done) {
        requests.set(0);
      }
      events.forEach(announcer::publish);
    }
  }

  private void round(long now, List<EndpointEvent> events) {
    JudgementRound<E> round =
        new JudgementRound<>(detection, roster.members(), now, random, announcer, events);
    round.readmit();
    long intervals = Math.max(0, now - intervalBegan) / intervalNanos;
    if (intervals > 0) {
      round.judgeRates();
      round.calm(intervalBegan, intervals, intervalNanos);
      intervalBegan += intervals * intervalNanos;
    }
    round.judgeRuns(mostInRow);
    full = round.isFull();
    dueAt = now + round.nanosToReadmission(intervalNanos - (now - intervalBegan));
  }
}
