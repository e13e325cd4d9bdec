package dev.recloser.cli.replay;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreakerEvent;
import dev.recloser.circuitbreaker.Permit;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Function;

/**
 * Plays recorded calls through a circuit breaker, in virtual time and in the order of their starts.
 *
 * <p>A call asks the breaker when it starts and reports when it ends. At equal times endings come
 * before starts, and then the order of lines counts; a call without duration ends before the next
 * one starts.
 */
final class Replay {
  private final Exception failure = new Exception("the recorded call failed");
  private final ManualTimeSource time = new ManualTimeSource();
  private final CircuitBreaker breaker;
  private final long reorderNanos;
  private final CallListener[] listeners;
  private final ReorderBuffer waiting = new ReorderBuffer();
  private final PriorityQueue<OngoingCall> ongoing = new PriorityQueue<>();

  /** Calls that start earlier than this have been played. */
  private long playedUntil = Long.MIN_VALUE;

  private boolean begun;
  private long firstStart;
  private long now;

  /**
   * Creates a replay through a breaker made for its time.
   *
   * @param reorder how far behind the newest time seen a call may start
   */
  Replay(
      Function<ManualTimeSource, CircuitBreaker> breakers,
      Duration reorder,
      List<CallListener> listeners) {
    this.breaker = breakers.apply(time);
    this.reorderNanos = reorder.toNanos();
    this.listeners = listeners.toArray(CallListener[]::new);
    breaker.on(CircuitBreakerEvent.Transition.class, this::moved);
  }

  /** Takes the call of one line, and plays what no later line can come before. */
  void add(RecordedCall call, long line) throws BadLineException {
    if (call.startNanos() < playedUntil) {
      throw late(call);
    }
    waiting.add(call, line);
    playedUntil = Math.max(playedUntil, call.logNanos() - reorderNanos);
    while (!waiting.isEmpty() && waiting.firstStart() < playedUntil) {
      playFirst();
    }
  }

  /** Plays all that is left. Throws if there was no call at all. */
  void finish() {
    while (!waiting.isEmpty()) {
      playFirst();
    }
    while (!ongoing.isEmpty()) {
      end(ongoing.remove());
    }
    for (CallListener listener : listeners) {
      listener.finished(sinceFirst(now));
    }
  }

  /** Returns whether any call has come. */
  boolean isEmpty() {
    return !begun && waiting.isEmpty();
  }

  private void playFirst() {
    long start = waiting.firstStart();
    waiting.removeFirst();
    long line = waiting.line();
    long end = start + waiting.duration();
    RecordedOutcome outcome = waiting.outcome();
    if (!begun) {
      begun = true;
      firstStart = start;
      now = start;
    }
    endUntil(start);
    moveTo(start);
    for (CallListener listener : listeners) {
      listener.started(sinceFirst(start), sinceFirst(end), outcome);
    }
    Optional<Permit> permit = breaker.tryAcquire();
    if (permit.isEmpty()) {
      tell(start, outcome, false);
    } else if (end == start) {
      end(new OngoingCall(end, line, start, outcome, permit.get()));
    } else {
      ongoing.add(new OngoingCall(end, line, start, outcome, permit.get()));
    }
  }

  private void endUntil(long nanos) {
    for (OngoingCall call = ongoing.peek();
        call != null && call.endNanos() <= nanos;
        call = ongoing.peek()) {
      end(ongoing.remove());
    }
  }

  private void end(OngoingCall call) {
    moveTo(call.endNanos());
    switch (call.outcome()) {
      case OK -> call.permit().succeeded();
      case FAIL -> call.permit().failed(failure);
      case IGNORED -> call.permit().released();
    }
    tell(call.startNanos(), call.outcome(), true);
  }

  private void tell(long start, RecordedOutcome outcome, boolean letThrough) {
    Decision decision =
        new Decision(sinceFirst(start), sinceFirst(now), outcome, letThrough, breaker.state());
    for (CallListener listener : listeners) {
      listener.decided(decision);
    }
  }

  /** The virtual time began with the first call; a timer may have moved it since. */
  private void moved(CircuitBreakerEvent.Transition transition) {
    long at = time.elapsed().toNanos();
    for (CallListener listener : listeners) {
      listener.moved(at, transition.from(), transition.to());
    }
  }

  private void moveTo(long nanos) {
    if (nanos > now) {
      time.advance(Duration.ofNanos(nanos - now));
      now = nanos;
    }
  }

  private long sinceFirst(long nanos) {
    return nanos - firstStart;
  }

  private BadLineException late(RecordedCall call) {
    String behind = TimeText.millis(playedUntil + reorderNanos - call.startNanos());
    return new BadLineException("this call starts "
        + behind
        + " ms before the newest time seen, but --reorder allows "
        + TimeText.millis(reorderNanos)
        + " ms");
  }

  /** A call that was let through and has not ended; the one that ends first comes first. */
  private record OngoingCall(
      long endNanos, long line, long startNanos, RecordedOutcome outcome, Permit permit)
      implements Comparable<OngoingCall> {

    @Override
    public int compareTo(OngoingCall other) {
      int byEnd = Long.compare(endNanos, other.endNanos);
      return byEnd != 0 ? byEnd : Long.compare(line, other.line);
    }
  }
}
