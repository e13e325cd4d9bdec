package dev.recloser.circuitbreaker;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes down a world so that two with the same text can never be told apart by what happens later. */
final class Picture {

  /*
   * The abstraction. What is left out, and why nothing that comes later can depend on it:
   *
   *  - Instants. Each is told by how far off is what it decides: the end of a cooldown, of a lease, of a ramp-up, of a
   *    slice; how long a call has run, up to what is slow. Past that, all are alike: nothing compares them again.
   *  - Where in its ring a count window stands. Its calls are told from the oldest to the newest. Of how many it has
   *    ever seen, only whether it is full decides anything.
   *  - The number of openings beyond 2, of doublings beyond the longest lease, and of failures in a row beyond what
   *    trips: the model's backoff and leases do not grow further, and a rule cannot be more than exceeded.
   *  - How long the last cooldown was, but for what is left of it, where leases are set: the model's backoff does not ask.
   *    Where they are not set, the cooldown decides how long they are.
   *  - Which of several permits of one kind is which. Late ones are alike if the same code takes them in, and of all
   *    of them one is kept: since each does nothing, which is checked, several do no more.
   *  - Lifetime counters, sequence numbers, reasons, dates, the rules and the failure that an open epoch shows: they are
   *    told, and no decision reads them. Each step's change of the counters is checked when it is made.
   *
   * The plain breaker is written down too, by the same rules: what is checked depends on it as well.
   */

  private Picture() {}

  /** Returns the text for all of the world. */
  static String of(World world) {
    return ofBreaker(world)
        + PlainPicture.of(world)
        + world.held.stream().map(held -> tag(world, held)).sorted().toList()
        + (world.isChanged() ? " changed" : "");
  }

  /** Returns the text for the breaker alone, without the permits that are out. */
  static String ofBreaker(World world) {
    Epoch epoch = world.breaker.epoch();
    String text = epoch.getClass().getSimpleName() + history(world, epoch) + age(world, epoch);
    if (epoch instanceof Recording recording) {
      text += rules(world, recording.rules());
    }
    if (epoch instanceof MetricsOnly metricsOnly) {
      text += " over " + over(metricsOnly);
    }
    Object machine = Inside.read(world.breaker, "machine", StateMachine.class);
    return text + " next "
        + Inside.read(machine, "lastGoodCooldown", Duration.class).toNanos() + " timers "
        + world.time.pendingTimers() + ' ';
  }

  private static String history(World world, Epoch epoch) {
    Epoch.History history = epoch.historyNow();
    return " " + Math.min(2, history.openings()) + ' '
        + lease(world, history.cooldown(), history.doublings());
  }

  /** Tells of what decides how long the next leases are. Seven doublings make an hour of the shortest default lease. */
  static String lease(World world, Duration cooldown, int doublings) {
    Duration set = world.breaker.config().recovery().lease().orElse(null);
    return set == null
        ? cooldown.toNanos() + " doubled " + Math.min(7, doublings)
        : String.valueOf(
            Math.min(PlainRecovery.LONG_LEASE.toNanos(), set.toNanos() << Math.min(7, doublings)));
  }

  private static String age(World world, Epoch epoch) {
    long now = world.now();
    if (epoch instanceof Open open) {
      return " left " + open.retryAfter(now).orElseThrow().toNanos();
    }
    if (epoch instanceof RampUp rampUp) {
      long position = Inside.number(rampUp, "position") & 0xFFFF_FFFFL;
      return " left " + left(rampUp, now) + " at " + position;
    }
    if (epoch instanceof HalfOpen halfOpen) {
      ProbeLedger ledger = halfOpen.ledger();
      ProbePlan plan = ledger.plan();
      return " " + plan.inARow() + plan.probes() + criteria(plan) + (plan.ramp() != null)
          + ledger.settled() + ledger.bad() + ' ' + ledger.nextLease() + running(world, ledger);
    }
    return "";
  }

  private static List<String> criteria(ProbePlan plan) {
    return plan.criteria().stream()
        .map(each -> each.slowNanos() + " at " + each.tooMany())
        .toList();
  }

  private static long left(RampUp rampUp, long now) {
    long length = Inside.number(rampUp, "rampNanos");
    return Math.max(0, length - (now - Inside.number(rampUp, "startedAt")));
  }

  /** Of a lease of an hour where time moves by nanoseconds no more is told than that it never ends. */
  private static String leaseLeft(World world, Probe probe) {
    long left = probe.leaseLeft(world.now());
    return left > far(world) ? "far" : String.valueOf(left);
  }

  static long far(World world) {
    return world.model.tick().toNanos() * 100;
  }

  private static List<String> running(World world, ProbeLedger ledger) {
    return ledger.running().stream()
        .map(probe -> leaseLeft(world, probe) + (world.lost.contains(probe) ? "lost" : ""))
        .sorted()
        .toList();
  }

  private static String rules(World world, Rules rules) {
    StringBuilder text = new StringBuilder(Inside.flag(rules, "unjudged") ? " unjudged" : "");
    for (int i = 0; i < rules.size(); i++) {
      text.append(' ').append(window(rules.window(i), world.now()));
    }
    return text.toString();
  }

  private static List<Integer> over(MetricsOnly epoch) {
    Set<?> exceeded = Inside.read(epoch, "exceeded", Set.class);
    Rules rules = epoch.rules();
    return IntStream.range(0, rules.size())
        .filter(i -> exceeded.contains(rules.window(i)))
        .boxed()
        .toList();
  }

  private static String window(RuleWindow window, long now) {
    if (window instanceof CountWindow count) {
      return calls(count);
    }
    if (window instanceof RunWindow run) {
      int failures = Inside.read(run, "rule", ConsecutiveFailuresRule.class).failures();
      return "run "
          + Math.min(failures, Inside.read(run, "run", AtomicInteger.class).get());
    }
    return slices((TimeWindow) window, now);
  }

  /** Returns the window's calls, the oldest first. */
  static String calls(CountWindow window) {
    long[] ring = Inside.read(window, "ring", long[].class);
    long calls = Inside.number(window, "calls");
    long claimed = Inside.number(window, "claimed");
    StringBuilder text = new StringBuilder("calls ");
    for (long at = Math.max(0, claimed - calls); at < claimed; at++) {
      long slot = at % calls;
      text.append(ring[(int) (slot / Long.SIZE)] >>> slot & 1);
    }
    return text.append(" of ").append(calls).toString();
  }

  private static String slices(TimeWindow window, long now) {
    AtomicReferenceArray<?> ring = Inside.read(window, "ring", AtomicReferenceArray.class);
    long slice = (now - Inside.number(window, "start")) / Inside.number(window, "sliceNanos");
    long judged = Inside.number(window, "judgedInFull");
    TreeSet<String> held = new TreeSet<>();
    for (int place = 0; place < ring.length(); place++) {
      Object each = ring.get(place);
      if (each != null && Inside.number(each, "number") > slice - ring.length()) {
        held.add((slice - Inside.number(each, "number")) + " old "
            + Inside.number(each, "bad") + " bad " + Inside.number(each, "good") + " good "
            + (Inside.number(each, "number") == judged ? "judged" : ""));
      }
    }
    long into = (now - Inside.number(window, "start")) % Inside.number(window, "sliceNanos");
    return held.stream().collect(Collectors.joining(", ", "slices ", " at " + into));
  }

  /** Returns what can still be told of a permit that is out. */
  static String tag(World world, Held held) {
    boolean late = world.isLate(held);
    String kind = held.grant().getClass().getSimpleName() + (held.isCheck() ? "check" : "");
    if (late) {
      boolean reclaimed =
          held.grant() instanceof Probe probe && probe.epoch() == world.breaker.epoch();
      return kind + (reclaimed ? " reclaimed" : " late");
    }
    String lease = held.grant() instanceof Probe probe ? " left " + leaseLeft(world, probe) : "";
    return kind + lease + ran(world, held);
  }

  private static String ran(World world, Held held) {
    return world.breaker.config().timesCalls()
        ? " ran " + Math.min(Model.SLOW.toNanos(), world.now() - held.since())
        : "";
  }
}
