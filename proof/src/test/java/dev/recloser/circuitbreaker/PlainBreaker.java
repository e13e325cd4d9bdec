package dev.recloser.circuitbreaker;

import dev.recloser.Outcome;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.PlainRule.Count;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A breaker as the design defines it, for one thread: it keeps all calls of its epoch, and counts them anew each time. */
final class PlainBreaker {
  private final World world;
  private final PlainMachine machine;
  private int leaves;
  private PlainLeave newest = PlainLeave.NONE;

  PlainBreaker(World world, PlainSettings settings) {
    this.world = world;
    this.machine = new PlainMachine(world, settings);
  }

  PlainMachine machine() {
    return machine;
  }

  PlainEpoch epoch() {
    return machine.epoch();
  }

  /** Returns the leave that was given last. */
  PlainLeave newest() {
    return newest;
  }

  /** Returns leave to make a call; null if it is refused. Whoever moves on asks again. */
  @Nullable
  PlainLeave ask() {
    PlainLeave leave;
    PlainEpoch asked;
    do {
      asked = epoch();
      leave = ask(asked);
    } while (asked != epoch());
    machine.news().rejected += leave == null ? 1 : 0;
    return leave;
  }

  private @Nullable PlainLeave ask(PlainEpoch asked) {
    return switch (asked.state) {
      case CLOSED, DISABLED, METRICS_ONLY -> leave(Duration.ZERO);
      case FORCED_OPEN -> null;
      case OPEN -> askOpen();
      case HALF_OPEN -> asked.isRamp ? askRamp() : askHalfOpen();
    };
  }

  private PlainLeave leave(Duration lease) {
    leaves++;
    newest = new PlainLeave(leaves, epoch().number, world.now(), lease.toNanos());
    return newest;
  }

  private @Nullable PlainLeave askOpen() {
    if (epoch().lasts(epoch().history.cooldown(), world.now())) {
      halfOpen(world.now());
    }
    return null;
  }

  private void halfOpen(long at) {
    machine.halfOpen(at);
    if (epoch().recovery.checksHealth()) {
      startCheck(at);
    }
  }

  private @Nullable PlainLeave askRamp() {
    if (epoch().lasts(epoch().recovery.ramp(), world.now())) {
      machine.close();
      return null;
    }
    return epoch().ramps(world.now()) ? leave(Duration.ZERO) : null;
  }

  private @Nullable PlainLeave askHalfOpen() {
    int reclaimed = epoch().probes.reclaim(world.now());
    epoch().reclaimed += reclaimed;
    machine.news().reclaimed += reclaimed;
    PlainEpoch asked = epoch();
    judgeProbes();
    if (asked != epoch() || asked.probes.free() <= 0) {
      return null;
    }
    if (asked.recovery.checksHealth()) {
      startCheck(world.now());
      return null;
    }
    return letProbeIn(world.now());
  }

  private PlainLeave letProbeIn(long now) {
    leaves++;
    newest = new PlainLeave(leaves, epoch().number, now, epoch().nextLease().toNanos());
    epoch().probes.letIn(newest);
    return newest;
  }

  /** A check that breaks has failed when it was started. */
  private void startCheck(long now) {
    PlainLeave probe = letProbeIn(now);
    if (world.checksBreak) {
      end(probe, Outcome.FAILURE);
    }
  }

  private void judgeProbes() {
    if (epoch().probes.mustReopen()) {
      machine.trip();
    } else if (epoch().probes.mustClose()) {
      machine.recover();
    }
  }

  /** Makes a call that succeeds, from within another one: from within a probe it passes, and counts for nothing. */
  void nest(PlainLeave outer) {
    if (epoch().probes.running().contains(outer)) {
      return;
    }
    PlainLeave inner = ask();
    if (inner != null) {
      end(inner, Outcome.SUCCESS);
    }
  }

  /** Lets time pass until then. A timer ends the cooldown at its very end. */
  void timePasses(long until) {
    Duration cooldown = epoch().history.cooldown();
    if (epoch().state == State.OPEN
        && machine.settings().hasTimer()
        && epoch().lasts(cooldown, until)) {
      halfOpen(epoch().since + cooldown.toNanos());
    }
  }

  /** Returns whether a report comes too late: the epoch has ended that gave leave, or the slot was taken back. */
  boolean isLate(PlainLeave leave) {
    return leave.epoch() != epoch().number
        || (leave.isProbe() && !epoch().probes.running().contains(leave));
  }

  void end(PlainLeave leave, Outcome outcome) {
    machine.news().ended(outcome);
    if (isLate(leave)) {
      machine.news().stragglers++;
    } else if (leave.isProbe()) {
      endProbe(leave, outcome);
    } else if (epoch().state != State.DISABLED && outcome != Outcome.IGNORED) {
      long now = world.now();
      epoch().calls.add(new PlainCall(now, outcome == Outcome.FAILURE, leave.age(now)));
      judge();
    }
  }

  private void endProbe(PlainLeave probe, Outcome outcome) {
    if (outcome == Outcome.IGNORED) {
      epoch().probes.giveBack(probe);
    } else {
      epoch().probes.end(probe, outcome == Outcome.FAILURE, world.now());
      judgeProbes();
    }
  }

  /** All rules are judged after each call that counts. */
  private void judge() {
    PlainEpoch judged = epoch();
    List<Count> counts = counts();
    for (int i = 0; i < counts.size() && judged == epoch(); i++) {
      boolean exceeded = machine.settings().rules().get(i).isExceededBy(counts.get(i));
      if (judged.state != State.METRICS_ONLY) {
        if (exceeded) {
          machine.trip();
        }
      } else if (exceeded ? judged.over.add(i) : judged.over.remove(i)) {
        machine.news().crossings.add(exceeded);
      }
    }
  }

  /** Returns how the rules stand. */
  List<Count> counts() {
    List<PlainRule> rules = machine.settings().rules();
    return IntStream.range(0, rules.size())
        .mapToObj(i -> rules.get(i).count(epoch().calls, epoch().since, world.now()))
        .toList();
  }
}
