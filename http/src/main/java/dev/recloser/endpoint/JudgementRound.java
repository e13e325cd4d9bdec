package dev.recloser.endpoint;

import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;

/** One round of {@link Outliers}, on one thread. */
final class JudgementRound<E> {
  private final OutlierDetection detection;
  private final List<Member<E>> members;
  private final long now;
  private final RandomGenerator random;
  private final Announcer announcer;
  private final List<EndpointEvent> events;
  private int ejected;

  /**
   * An endpoint, and what it did in the interval.
   *
   * @param member the endpoint
   * @param counts its calls
   */
  private record Sample<E>(Member<E> member, Tally.Counts counts) {
    double successRate() {
      return counts.successRate();
    }
  }

  JudgementRound(
      OutlierDetection detection,
      List<Member<E>> members,
      long now,
      RandomGenerator random,
      Announcer announcer,
      List<EndpointEvent> events) {
    this.detection = detection;
    this.members = members;
    this.now = now;
    this.random = random;
    this.announcer = announcer;
    this.events = events;
    this.ejected =
        (int) members.stream().filter(member -> member.standing().ejected()).count();
  }

  /** Lets in the endpoints whose time is over. */
  void readmit() {
    for (Member<E> member : members) {
      Standing standing = member.standing();
      if (standing.ejected() && standing.leftNanos(now) <= 0) {
        member.readmit(now);
        ejected--;
        events.add(new EndpointEvent.Readmitted(announcer.origin(), member.endpoint()));
      }
    }
  }

  /** Judges what the interval has counted. */
  void judgeRates() {
    List<Sample<E>> samples = new ArrayList<>();
    for (Member<E> member : members) {
      samples.add(new Sample<>(member, member.takeTally()));
    }
    detection.successRate().ifPresent(rule -> judge(rule, samples));
    detection.failurePercentage().ifPresent(rule -> judge(rule, samples));
  }

  private void judge(SuccessRate rule, List<Sample<E>> samples) {
    List<Sample<E>> qualified = qualified(samples, rule.minimumCalls());
    if (qualified.size() < rule.minimumEndpoints()) {
      return;
    }
    double mean = qualified.stream().mapToDouble(Sample::successRate).average().orElseThrow();
    double variance = qualified.stream()
        .mapToDouble(sample -> sample.successRate() - mean)
        .map(distance -> distance * distance)
        .average()
        .orElseThrow();
    double limit = mean - Math.sqrt(variance) * rule.deviations();
    for (Sample<E> sample : qualified) {
      if (sample.successRate() < limit && mayEject(rule.enforcement())) {
        eject(
            sample.member(),
            format(
                "success rate %.1f %% is below %.1f %%", sample.successRate() * 100, limit * 100));
      }
    }
  }

  private void judge(FailurePercentage rule, List<Sample<E>> samples) {
    List<Sample<E>> qualified = qualified(samples, rule.minimumCalls());
    if (qualified.size() < rule.minimumEndpoints()) {
      return;
    }
    for (Sample<E> sample : qualified) {
      double rate = sample.counts().failureRate();
      if (rate > rule.threshold() && mayEject(rule.enforcement())) {
        eject(
            sample.member(),
            format(
                "failure percentage %.1f %% is above %.1f %%", rate * 100, rule.threshold() * 100));
      }
    }
  }

  /** Returns those that are not ejected and had enough calls, the worst first, so that the cap spares the better ones. */
  private static <E> List<Sample<E>> qualified(List<Sample<E>> samples, int minimumCalls) {
    return samples.stream()
        .filter(sample -> !sample.member().standing().ejected())
        .filter(sample -> sample.counts().calls() >= minimumCalls)
        .sorted(Comparator.comparingDouble(Sample::successRate))
        .toList();
  }

  /** Lets the multipliers of those that are calm decay. */
  void calm(long firstBegan, long intervals, long intervalNanos) {
    for (Member<E> member : members) {
      Standing standing = member.standing();
      if (!standing.ejected() && standing.multiplier() > 0) {
        member.standing(standing.calmed(firstBegan, intervals, intervalNanos));
      }
    }
  }

  /** Judges failures in a row. */
  void judgeRuns(int mostInRow) {
    for (Member<E> member : members) {
      int run = member.failuresInRow();
      if (run >= mostInRow && !member.standing().ejected() && !isFull()) {
        eject(member, run + " failures in a row");
      }
    }
  }

  /** Returns whether the cap lets no other endpoint go. */
  boolean isFull() {
    return members.isEmpty() || (double) ejected / members.size() >= detection.maxEjected();
  }

  private boolean mayEject(double enforcement) {
    return !isFull() && random.nextDouble() < enforcement;
  }

  private void eject(Member<E> member, String why) {
    Standing standing = member
        .standing()
        .ejected(now, nanos(detection.baseEjection()), nanos(detection.maxEjection()));
    member.standing(standing);
    ejected++;
    var origin = announcer.origin();
    events.add(new EndpointEvent.Ejected(
        origin, member.endpoint(), origin.at().plusNanos(standing.spanNanos()), why));
  }

  /** Returns how long it is until the next endpoint comes back, but at most the limit. */
  long nanosToReadmission(long limit) {
    return members.stream()
        .map(Member::standing)
        .filter(Standing::ejected)
        .mapToLong(standing -> standing.leftNanos(now))
        .reduce(limit, Math::min);
  }

  private static long nanos(Duration duration) {
    return TimeSource.saturatedNanos(duration);
  }

  private static String format(String text, Object... values) {
    return String.format(Locale.ROOT, text, values);
  }
}
