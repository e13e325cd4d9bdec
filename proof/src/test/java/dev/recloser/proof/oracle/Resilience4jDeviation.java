package dev.recloser.proof.oracle;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where ours differs from Resilience4j on purpose. Each entry excuses its own situation alone, and says what would have
 * made the peer do as ours; the peer is then built again with that in place of what was done to it, and must agree.
 */
enum Resilience4jDeviation implements Excuse<Resilience4jSetup> {

  /** A report of a call that has outlived its state changes nothing. The peer credits it to the state it finds. */
  STALE_REPORT {
    @Override
    public @Nullable Amendment amend(Situation<Resilience4jSetup> now) {
      boolean counts = now.before().records() || now.before().isHalfOpen();
      return now.facts().stale() && counts ? Amendment.of() : null;
    }

    @Override
    public boolean mayBeUnseen() {
      return true;
    }
  },

  /**
   * The same where the peer's state was entered by a trip from forced open or disabled: its window there has no place,
   * and the report fails with a division by zero.
   */
  STALE_REPORT_THROWS {
    @Override
    public @Nullable Amendment amend(Situation<Resilience4jSetup> now) {
      return now.facts().stale()
              && now.before().state() == State.OPEN
              && !now.theirs().permitted()
          ? Amendment.of()
          : null;
    }
  },

  /** The cooldown has passed when it has passed. To the peer it has a moment later. */
  COOLDOWN_ENDS_AT_ITS_END {
    @Override
    public @Nullable Amendment amend(Situation<Resilience4jSetup> now) {
      if (!now.asks() || !now.facts().cooldownEndsNow()) {
        return null;
      }
      PeerAction asked = new PeerAction.Acquire(now.at() + 1);
      return now.step() instanceof Step.Call
          ? Amendment.of(asked, reported(now, now.facts().duration()))
          : Amendment.of(asked);
    }
  },

  /** A probe that has not reported when its lease ends has failed, which may decide. The peer waits for ever. */
  LEASE_RECLAIMED {
    @Override
    public @Nullable Amendment amend(Situation<Resilience4jSetup> now) {
      if (!now.asks() || now.facts().overdue().isEmpty()) {
        return null;
      }
      int overdue = now.facts().overdue().size();
      int slow = 0;
      List<PeerAction> actions = new ArrayList<>();
      for (long age : now.facts().overdue()) {
        actions.add(new PeerAction.Report(now.at(), Ending.RECORDED, age));
        slow += age >= now.setup().slowThreshold() ? 1 : 0;
      }
      Reading before = now.before();
      verdict(now, before.calls() + overdue, before.failed() + overdue, before.slow() + slow)
          .filter(verdict -> before.calls() + overdue < now.setup().probesThatDecide())
          .ifPresent(verdict -> actions.add(new PeerAction.Move(now.at(), verdict, 0)));
      actions.addAll(now.actions());
      return new Amendment(actions, Then.GO_ON);
    }
  },

  /** A null result is judged like any other. The peer takes it for a success. */
  NULL_IS_A_RESULT {
    @Override
    public @Nullable Amendment amend(Situation<Resilience4jSetup> now) {
      return now.ending() == Ending.NULL_RESULT ? withEnding(now, Ending.BAD_RESULT) : null;
    }
  },

  /** An error counts for nothing when it is reported by hand, as when it is thrown. The peer counts a failure. */
  REPORTED_ERROR_IS_IGNORED {
    @Override
    public @Nullable Amendment amend(Situation<Resilience4jSetup> now) {
      return now.step() instanceof Step.End && now.ending() == Ending.ERROR
          ? withEnding(now, Ending.RELEASED)
          : null;
    }

    @Override
    public boolean mayBeUnseen() {
      return true;
    }
  },

  /** A probe that ends by an error gives its slot back. The peer's permit is lost. */
  ERROR_GIVES_THE_SLOT_BACK {
    @Override
    public @Nullable Amendment amend(Situation<Resilience4jSetup> now) {
      if (!(now.step() instanceof Step.Call && now.ending() == Ending.ERROR)) {
        return null;
      }
      List<PeerAction> actions = new ArrayList<>(now.actions());
      actions.add(new PeerAction.Report(now.end(), Ending.RELEASED, 0));
      return new Amendment(actions, Then.GO_ON);
    }

    @Override
    public boolean mustDiffer(Situation<Resilience4jSetup> now) {
      return now.step() instanceof Step.Call
          && now.ending() == Ending.ERROR
          && now.before().isHalfOpen()
          && now.ours().isHalfOpen();
    }
  },

  /** A call that takes as long as the threshold is slow. To the peer one that takes longer is. */
  SLOW_AT_THE_THRESHOLD {
    @Override
    public @Nullable Amendment amend(Situation<Resilience4jSetup> now) {
      long duration = now.facts().duration();
      if (now.ending() == null || duration != now.setup().slowThreshold()) {
        return null;
      }
      List<PeerAction> actions = new ArrayList<>(now.actions());
      PeerAction last = actions.remove(actions.size() - 1);
      if (last instanceof PeerAction.Call) {
        actions.add(new PeerAction.Acquire(now.at()));
      }
      actions.add(reported(now, duration + 1));
      return new Amendment(actions, Then.GO_ON);
    }
  },

  /** A hand may trip a breaker that only measures. The peer refuses. */
  METRICS_ONLY_CAN_BE_TRIPPED {
    @Override
    public @Nullable Amendment amend(Situation<Resilience4jSetup> now) {
      if (!now.moved(State.METRICS_ONLY, State.OPEN) || !(now.step() instanceof Step.Move)) {
        return null;
      }
      List<PeerAction> actions = new ArrayList<>();
      actions.add(new PeerAction.Move(now.at(), Hand.CLOSE, 0));
      actions.addAll(now.actions());
      return new Amendment(actions, Then.GO_ON);
    }
  },

  /** Probes decide as soon as the rest cannot change it. The peer waits for the rest. */
  EARLY_VERDICT {
    @Override
    public @Nullable Amendment amend(Situation<Resilience4jSetup> now) {
      Reading probes = now.theirs();
      Hand verdict = probes.isHalfOpen()
          ? verdict(now, probes.calls(), probes.failed(), probes.slow()).orElse(null)
          : null;
      State decided = verdict == Hand.OPEN ? State.OPEN : State.CLOSED;
      if (verdict == null || now.ours().state() != decided) {
        return null;
      }
      List<PeerAction> actions = new ArrayList<>(now.actions());
      actions.add(new PeerAction.Move(now.end(), verdict, 0));
      return new Amendment(actions, Then.GO_ON);
    }
  },

  /** All probes have a say. The peer judges by the first ones when the minimum of calls is smaller. */
  VERDICT_ON_THE_FIRST_PROBES {
    @Override
    public @Nullable Amendment amend(Situation<Resilience4jSetup> now) {
      int enough = now.setup().probesThatDecide();
      if (enough == now.setup().probes() || now.before().calls() >= enough) {
        return null;
      }
      if (now.asks() && now.before().calls() + now.facts().overdue().size() >= enough) {
        // The call that asks was answered by different states.
        return new Amendment(now.actions(), Then.END);
      }
      Reading probes = now.ours();
      boolean reopens = now.setup().reopens(probes.failed(), probes.slow(), enough);
      return probes.isHalfOpen()
              && probes.calls() == enough
              && now.theirs().state() == (reopens ? State.OPEN : State.CLOSED)
          ? new Amendment(now.actions(), Then.FOLLOW)
          : null;
    }
  },

  /**
   * A trip by hand counts as an opening, and other overrides leave the count of openings in a row alone. The peer does
   * not count the trip, counts forcing open, and forgets the count when disabled or set to metrics only.
   */
  OPENINGS_IN_A_ROW {
    @Override
    public @Nullable Amendment amend(Situation<Resilience4jSetup> now) {
      int opening = now.ours().opening();
      if (opening == 0
          || opening != now.facts().openings()
          || now.theirs().opening() != countedByPeer(now.facts().moves())) {
        return null;
      }
      List<PeerAction> actions = new ArrayList<>(now.actions());
      actions.add(new PeerAction.Adopt(now.end(), opening, now.setup().cooldown(opening)));
      return new Amendment(actions, Then.GO_ON);
    }

    private int countedByPeer(List<Hand> moves) {
      int count = 0;
      for (Hand move : moves) {
        count = switch (move) {
          case OPEN, FORCE_OPEN -> count + 1;
          case TRIP -> count;
          case DISABLE, METRICS_ONLY, RESET, CLOSE -> 0;
        };
      }
      return count;
    }
  },

  /** A time window has ten slices from the start of its state. The peer's has a slice for each second of the clock. */
  SLICES {
    @Override
    public @Nullable Amendment amend(Situation<Resilience4jSetup> now) {
      Resilience4jSetup setup = now.setup();
      if (!setup.hasSlices() || !now.before().records()) {
        return null;
      }
      List<Counts> possible = now.facts()
          .book()
          .possible(now.end(), setup.span() - setup.coarsestSlice(), setup.span());
      return possible.size() > 1
              && isPossible(now, now.ours(), possible)
              && isPossible(now, now.theirs(), possible)
          ? new Amendment(now.actions(), Then.END)
          : null;
    }

    private boolean isPossible(
        Situation<Resilience4jSetup> now, Reading reading, List<Counts> possible) {
      if (reading.state() == State.OPEN) {
        return possible.stream().anyMatch(now.setup()::trips);
      }
      // What leaves the window by time alone is judged when the next call is recorded.
      boolean isJudged = reading.state() == State.CLOSED
          && now.ending() != null
          && now.setup().records(now.ending());
      Counts counts = Counts.of(reading);
      return reading.records()
          && possible.contains(counts)
          && !(isJudged && now.setup().trips(counts));
    }
  };

  /** Returns what probes have decided, of which so many have ended; empty if the rest can still change it. */
  private static Optional<Hand> verdict(
      Situation<Resilience4jSetup> now, long ended, long failed, long slow) {
    long all = now.setup().probes();
    long left = all - ended;
    if (now.setup().reopens(failed, slow, all)) {
      return Optional.of(Hand.OPEN);
    }
    return now.setup().reopens(failed + left, slow + left, all)
        ? Optional.empty()
        : Optional.of(Hand.CLOSE);
  }

  /** Returns the report of the call that the last action ends, at the time when it ended: a cooldown may begin there. */
  private static PeerAction reported(Situation<Resilience4jSetup> now, long duration) {
    PeerAction last = now.actions().get(now.actions().size() - 1);
    Ending ending =
        last instanceof PeerAction.Call call ? call.ending() : ((PeerAction.Report) last).ending();
    Ending reported = ending == Ending.ERROR ? Ending.RELEASED : ending;
    return new PeerAction.Report(now.end(), reported, duration);
  }

  private static Amendment withEnding(Situation<Resilience4jSetup> now, Ending ending) {
    List<PeerAction> actions = new ArrayList<>(now.actions());
    int last = actions.size() - 1;
    PeerAction action = actions.get(last);
    actions.set(
        last,
        action instanceof PeerAction.Call call
            ? new PeerAction.Call(call.at(), ending, call.duration())
            : new PeerAction.Report(action.at(), ending, ((PeerAction.Report) action).duration()));
    return new Amendment(actions, Then.GO_ON);
  }
}
