package dev.recloser.circuitbreaker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A breaker small enough that all it can ever do can be tried.
 *
 * @param name what the report calls it
 * @param permits how many permits may be out at once
 * @param settings the settings
 * @param others the settings that a reconfiguration changes to and back from; the same for none
 * @param heard whether listeners, one of which throws at every event, are there; without them calls take the plain path
 * @param byHand whether the states are also set by hand
 * @param mostCalls how many calls a time window may hold; no more are made while it holds as many
 * @param tick how far time moves at once
 */
record Model(
    String name,
    int permits,
    PlainSettings settings,
    PlainSettings others,
    boolean heard,
    boolean byHand,
    int mostCalls,
    Duration tick) {

  /** Time moves by this. All spans are a few of it, so that each has an instant just before its end, and one at it. */
  private static final Duration TICK = Duration.ofMinutes(15);

  static final Duration SLOW = TICK;
  private static final Duration RAMP = TICK.multipliedBy(2);

  /** Its slices are a fifth of a tick: a call that has left the window after two ticks has only just done so. */
  private static final Duration SPAN = TICK.multipliedBy(2);

  /** Doubled once it is as long as leases get, so that few lengths occur. */
  private static final Duration LEASE = TICK.multipliedBy(2);

  /** Returns the models; a larger size lets more calls, probes and permits be there at once. */
  static List<Model> all(int size) {
    int more = size - 1;
    PlainRule rate = PlainRule.failureRate(0.5, 3 + more, 2);
    PlainRule half = PlainRule.failureRate(0.5, 2, 2);
    PlainRule all = PlainRule.failureRate(1, 3 + more, 3 + more);
    PlainRule run = PlainRule.failuresInARow(2);
    PlainRule timed = PlainRule.failureRateOver(0.5, SPAN, 10, 2);
    PlainRule nanos = PlainRule.failureRateOver(0.5, Duration.ofNanos(3), 3, 2);
    PlainRule slow = PlainRule.slowCallRate(1, SLOW, 2, 2);
    PlainRecovery inARow = PlainRecovery.successesInARow(2 + more).leasedFor(LEASE);
    PlainRecovery probes = PlainRecovery.probes(2 + more).leasedFor(LEASE);
    PlainRecovery one = PlainRecovery.successesInARow(1).leasedFor(LEASE);
    PlainRecovery endless = PlainRecovery.probes(1).leasedFor(PlainRecovery.LONG_LEASE);
    return List.of(
        of("successes in a row", 3, run, inARow),
        of("probes", 3, rate, probes),
        of("default lease", size, run, PlainRecovery.successesInARow(size)),
        of("lenient probes", size, run, probes.reopenedBy(1)),
        of("nobody listens", size, run, inARow).unheard().handled(),
        of("set by hand", size, rate, probes).handled(),
        of("reconfigured", size, half, probes).or(PlainSettings.of(all, inARow)),
        of("timer", 2, run, probes).eager(),
        of("time window", 1, timed, one).atMost(2 + size),
        of("time window of nanoseconds", 1, nanos, endless)
            .atMost(2 + size)
            .movingBy(Duration.ofNanos(1)),
        of("slow calls", 2, slow, probes),
        of("ramp-up", size, run, one.rampingUp(RAMP, 0.5)),
        of("health check", 1, run, PlainRecovery.healthCheck(LEASE)).handled());
  }

  private static Model of(String name, int permits, PlainRule rule, PlainRecovery recovery) {
    PlainSettings settings = PlainSettings.of(rule, recovery);
    return new Model(name, permits, settings, settings, true, false, Integer.MAX_VALUE, TICK);
  }

  private Model eager() {
    PlainSettings eager = settings.eagerly();
    return new Model(name, permits, eager, eager, heard, byHand, mostCalls, tick);
  }

  private Model unheard() {
    return new Model(name, permits, settings, others, false, byHand, mostCalls, tick);
  }

  private Model handled() {
    return new Model(name, permits, settings, others, heard, true, mostCalls, tick);
  }

  private Model or(PlainSettings changed) {
    return new Model(name, permits, settings, changed, heard, byHand, mostCalls, tick);
  }

  private Model atMost(int calls) {
    return new Model(name, permits, settings, others, heard, byHand, calls, tick);
  }

  /** A window of three slices of a nanosecond each is the shortest that has more than one. */
  private Model movingBy(Duration step) {
    return new Model(name, permits, settings, others, heard, byHand, mostCalls, step);
  }

  /** Grows once. A backoff sees nothing but the opening, so that what an opening's number can change is bounded. */
  Duration cooldown(int opening) {
    return tick.multipliedBy(opening == 1 ? 2 : 4);
  }

  /** Returns whether there are so many states that one way to call must do. */
  boolean manyStates() {
    return heard && (byHand || reconfigures());
  }

  /** Where time moves by nanoseconds the cooldown that is used in place of a broken one would take for ever. */
  boolean breaksBackoffs() {
    return tick.toNanos() > 1;
  }

  boolean reconfigures() {
    return !settings.equals(others);
  }

  /** Tells what is tried here and not in every model, and the other way round. */
  String particulars() {
    List<String> all = new ArrayList<>();
    addIf(byHand, "by hand", all);
    addIf(reconfigures(), "other settings", all);
    addIf(manyStates(), "no runs or stages", all);
    addIf(!heard, "no listener", all);
    addIf(!breaksBackoffs(), "no broken backoff", all);
    addIf(mostCalls < Integer.MAX_VALUE, "at most " + mostCalls + " calls", all);
    return all.isEmpty() ? "–" : String.join(", ", all);
  }

  private static void addIf(boolean holds, String what, List<String> all) {
    if (holds) {
      all.add(what);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
