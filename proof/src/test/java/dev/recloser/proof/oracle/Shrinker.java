package dev.recloser.proof.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Makes a failing trace short, by leaving out what it fails without. */
final class Shrinker {

  private Shrinker() {}

  /**
   * Returns a part of the list that still fails, and of which no single step can be left out.
   *
   * @param fails says whether a list fails; it must hold for the list given
   */
  static <T> List<T> shrink(List<T> failing, Predicate<List<T>> fails) {
    List<T> shortest = failing;
    int chunk = Math.max(1, failing.size() / 2);
    while (true) {
      List<T> shorter = withoutChunks(shortest, chunk, fails);
      boolean helped = shorter.size() < shortest.size();
      shortest = shorter;
      if (chunk > 1) {
        chunk /= 2;
      } else if (!helped) {
        return shortest;
      }
    }
  }

  private static <T> List<T> withoutChunks(List<T> list, int chunk, Predicate<List<T>> fails) {
    List<T> shortest = list;
    int from = 0;
    while (from < shortest.size()) {
      List<T> candidate = new ArrayList<>(shortest);
      candidate.subList(from, Math.min(from + chunk, candidate.size())).clear();
      if (fails.test(candidate)) {
        shortest = candidate;
      } else {
        from += chunk;
      }
    }
    return shortest;
  }
}
