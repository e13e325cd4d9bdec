package dev.recloser.endpoint;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/** The cheaper of two endpoints drawn at random; or the one that is overdue, if the other is not. */
final class PeakEwma extends Choice {
  /** Of this many calls at the most one is spent on an endpoint that is overdue. */
  private static final int TRIAL_SHARE = 100;

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
    AtomicLong latest = new AtomicLong();
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
        long turn = latest.incrementAndGet();
        Member<E> chosen = better(one, other, now, turn);
        chosen.turn().set(turn);
        return chosen;
      }
    };
  }

  private static <E> Member<E> better(Member<E> one, Member<E> other, long now, long turn) {
    boolean overdue = isOverdue(other, now, turn);
    if (overdue != isOverdue(one, now, turn)) {
      return overdue ? other : one;
    }
    return other.cost(now) < one.cost(now) ? other : one;
  }

  private static boolean isOverdue(Member<?> member, long now, long turn) {
    return member.isOverdue(now) && turn - member.turn().get() >= TRIAL_SHARE;
  }

  @Override
  public String toString() {
    return "peakEwma[" + decay + "]";
  }
}
