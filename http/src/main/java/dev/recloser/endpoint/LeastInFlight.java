package dev.recloser.endpoint;

import java.util.List;
import java.util.random.RandomGenerator;

/** The endpoint with the fewest calls in flight. */
final class LeastInFlight extends Choice {

  @Override
  Chooser chooser(RandomGenerator random) {
    Turns turns = new Turns();
    return new Chooser() {
      @Override
      public <E> Member<E> choose(List<Member<E>> candidates, long now) {
        return turns.next(candidates, Member::inFlight);
      }
    };
  }

  @Override
  public String toString() {
    return "leastInFlight";
  }
}
