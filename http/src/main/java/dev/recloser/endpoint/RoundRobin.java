package dev.recloser.endpoint;

import java.util.List;
import java.util.random.RandomGenerator;

/** One endpoint after the other. */
final class RoundRobin extends Choice {

  @Override
  Chooser chooser(RandomGenerator random) {
    Turns turns = new Turns();
    return new Chooser() {
      @Override
      public <E> Member<E> choose(List<Member<E>> candidates, long now) {
        return turns.next(candidates, unused -> 0);
      }
    };
  }

  @Override
  public String toString() {
    return "roundRobin";
  }
}
