package dev.recloser.cli.demo;

import dev.recloser.cli.demo.Client.Result;
import java.util.EnumMap;
import java.util.Map;

/**
 * How many calls ended in which way, and how long they took together.
 *
 * @param calls the number of calls by result
 * @param nanos how long they took, by result
 */
record Totals(Map<Result, Long> calls, Map<Result, Long> nanos) {

  /** Returns what came since an earlier reading. */
  Totals since(Totals earlier) {
    return new Totals(minus(calls, earlier.calls), minus(nanos, earlier.nanos));
  }

  long count() {
    return calls.values().stream().mapToLong(Long::longValue).sum();
  }

  long count(Result result) {
    return calls.getOrDefault(result, 0L);
  }

  long nanos(Result result) {
    return nanos.getOrDefault(result, 0L);
  }

  /** Returns how long a call took on average, in words; a dash if there was none. */
  String mean() {
    return mean(nanos.values().stream().mapToLong(Long::longValue).sum(), count());
  }

  String mean(Result result) {
    return mean(nanos(result), count(result));
  }

  private static String mean(long nanos, long count) {
    return count == 0 ? "-" : Took.words(nanos / count);
  }

  private static Map<Result, Long> minus(Map<Result, Long> later, Map<Result, Long> earlier) {
    Map<Result, Long> difference = new EnumMap<>(Result.class);
    later.forEach(
        (result, value) -> difference.put(result, value - earlier.getOrDefault(result, 0L)));
    return difference;
  }
}
