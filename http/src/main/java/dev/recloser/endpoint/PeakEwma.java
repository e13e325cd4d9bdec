package dev.recloser.endpoint;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/** The cheaper of two endpoints drawn at random; or the one that is overdue, if the other is not. */
final class PeakEwma extends Choice {
  private final Duration decay;

  PeakEwma(Duration decay) {
    this.decay = decay;
  }

  @Override
  Duration decay() {
    return decay;
  }

  @Override
  Chooser chooser(RandomGenerator random) {
    return new Chooser() {
      @Override
      public <E> Member<E> choose(List<Member<E>> candidates, long now) {
        int count = candidates.size();
        if (count == 1) {
          return candidates.get(0);
        }
        int first = random.nextInt(count);
        int second = random.nextInt(count - 1);
        Member<E> one = candidates.get(first);
        Member<E> other = candidates.get(second < first ? second : second + 1);
        return better(one, other, now);
      }
    };
  }

  private static <E> Member<E> better(Member<E> one, Member<E> other, long now) {
    boolean overdue = other.isOverdue(now);
    if (overdue != one.isOverdue(now)) {
      return overdue ? other : one;
    }
    return other.cost(now) < one.cost(now) ? other : one;
  }

  @Override
  public String toString() {
    return "peakEwma[" + decay + "]";
  }
}
