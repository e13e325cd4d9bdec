package dev.recloser.endpoint;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/** The cheaper of two endpoints drawn at random. */
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
        return other.cost(now) < one.cost(now) ? other : one;
      }
    };
  }

  @Override
  public String toString() {
    return "peakEwma[" + decay + "]";
  }
}
