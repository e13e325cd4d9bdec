package dev.recloser.endpoint;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToIntFunction;

/**
 * Who is next among equals: the one whose last turn was longest ago. A cursor would be cheaper, but it is unfair where
 * the candidates change from one turn to the next.
 */
final class Turns {
  private final AtomicLong latest = new AtomicLong();

  /** Returns the candidate with the least load, among equals the one whose last turn was longest ago. */
  <E> Member<E> next(List<Member<E>> candidates, ToIntFunction<Member<E>> load) {
    while (true) {
      Member<E> next = candidates.get(0);
      int least = load.applyAsInt(next);
      long turn = next.turn().get();
      for (Member<E> other : candidates.subList(1, candidates.size())) {
        long otherTurn = other.turn().get();
        int otherLoad = load.applyAsInt(other);
        if (otherLoad < least || (otherLoad == least && otherTurn < turn)) {
          next = other;
          least = otherLoad;
          turn = otherTurn;
        }
      }
      if (next.turn().compareAndSet(turn, latest.incrementAndGet())) {
        return next;
      }
    }
  }
}
