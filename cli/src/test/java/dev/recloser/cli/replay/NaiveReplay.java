package dev.recloser.cli.replay;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreakerEvent;
import dev.recloser.circuitbreaker.Permit;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What {@link Replay} does, too simply to be wrong: holds all, sorts all, then plays. */
final class NaiveReplay {
  private final ManualTimeSource time = new ManualTimeSource();
  private final CircuitBreaker breaker;
  private final Trace trace;
  private final Map<Integer, Permit> permits = new HashMap<>();

  NaiveReplay(Function<ManualTimeSource, CircuitBreaker> breakers, Trace trace) {
    this.breaker = breakers.apply(time);
    this.trace = trace;
  }

  void play(List<RecordedCall> calls) {
    List<Moment> moments = new ArrayList<>();
    for (int line = 0; line < calls.size(); line++) {
      RecordedCall call = calls.get(line);
      moments.add(new Moment(call.startNanos(), true, line, call));
      if (call.durationNanos() > 0) {
        moments.add(new Moment(call.startNanos() + call.durationNanos(), false, line, call));
      }
    }
    moments.sort(Comparator.comparingLong(Moment::at)
        .thenComparing(Moment::isStart)
        .thenComparingInt(Moment::line));
    long first = moments.get(0).at;
    breaker.on(
        CircuitBreakerEvent.Transition.class,
        move -> trace.moved(time.elapsed().toNanos(), move.from(), move.to()));
    for (Moment moment : moments) {
      time.advance(Duration.ofNanos(moment.at - first - time.elapsed().toNanos()));
      play(moment, first);
    }
  }

  private void play(Moment moment, long first) {
    if (moment.isStart) {
      breaker.tryAcquire().ifPresent(permit -> permits.put(moment.line, permit));
      if (!permits.containsKey(moment.line)) {
        tell(moment, first, false);
      }
    }
    boolean ends = !moment.isStart || moment.call.durationNanos() == 0;
    Permit permit = ends ? permits.remove(moment.line) : null;
    if (permit != null) {
      switch (moment.call.outcome()) {
        case OK -> permit.succeeded();
        case FAIL -> permit.close();
        case IGNORED -> permit.released();
      }
      tell(moment, first, true);
    }
  }

  private void tell(Moment moment, long first, boolean letThrough) {
    RecordedCall call = moment.call;
    trace.decided(new Decision(
        call.startNanos() - first, moment.at - first, call.outcome(), letThrough, breaker.state()));
  }

  private record Moment(long at, boolean isStart, int line, RecordedCall call) {}
}
