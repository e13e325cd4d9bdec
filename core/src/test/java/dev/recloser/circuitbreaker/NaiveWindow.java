package dev.recloser.circuitbreaker;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongPredicate;
import java.util.function.ToLongFunction;

/** A window that keeps every call it was shown, and counts them afresh each time. */
final class NaiveWindow {

  /** One call. */
  record Call(boolean failed, long duration, long at) {}

  private final RateRule rule;
  private final Deque<Call> calls = new ArrayDeque<>();
  private final ToLongFunction<Deque<Call>> tooMany;

  private NaiveWindow(RateRule rule, ToLongFunction<Deque<Call>> tooMany) {
    this.rule = rule;
    this.tooMany = tooMany;
  }

  static NaiveWindow overCalls(RateRule rule, int size) {
    return new NaiveWindow(rule, calls -> Math.max(0, calls.size() - size));
  }

  /** Keeps a call as long as its slice is one of the ten newest, counted from the start. */
  static NaiveWindow overTime(RateRule rule, long start, long spanNanos) {
    long slice = spanNanos / 10;
    return new NaiveWindow(rule, calls -> {
      long newest = (calls.getLast().at() - start) / slice;
      LongPredicate gone = at -> (at - start) / slice <= newest - 10;
      return calls.stream().takeWhile(call -> gone.test(call.at())).count();
    });
  }

  void record(boolean failed, long duration, long now) {
    calls.addLast(new Call(failed, duration, now));
    for (long surplus = tooMany.applyAsLong(calls); surplus > 0; surplus--) {
      calls.removeFirst();
    }
  }

  private long bad() {
    return calls.stream()
        .filter(call -> rule.timesCalls() ? call.duration() >= rule.slowNanos() : call.failed())
        .count();
  }

  boolean exceeded() {
    return calls.size() >= rule.minimum() && (double) bad() / calls.size() >= rule.rate();
  }

  RuleSnapshot snapshot(long now) {
    long missing = Math.max(0, rule.minimum() - calls.size());
    return new RuleSnapshot(rule.toString(), rule.rate(), calls.size(), bad(), missing);
  }
}
