package dev.recloser.proof.oracle;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import java.util.ArrayList;
import java.util.List;
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
      List<PeerAction> actions = new ArrayList<>();
      for (long age : now.facts().overdue()) {
        actions.add(new PeerAction.Report(now.at(), Ending.RECORDED, age));
      }
      Probes probes = Probes.before(now);
      probes
          .verdict(now.setup())
          .filter(verdict -> probes.ended() < now.setup().probesThatDecide())
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
      List<PeerAction> actions = new ArrayList<>(now.actions());
      if (now.ending() != Ending.ERROR || !(last(actions) instanceof PeerAction.Call)) {
        return null;
      }
      actions.add(new PeerAction.Report(now.end(), Ending.RELEASED, 0));
      return new Amendment(actions, Then.GO_ON);
    }

    @Override
    public boolean mustDiffer(Situation<Resilience4jSetup> now) {
      return now.step() instanceof Step.Call
          && now.ending() == Ending.ERROR
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
      Hand verdict = now.theirs().isHalfOpen()
          ? Probes.of(now.theirs()).verdict(now.setup()).orElse(null)
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
      long left = enough - now.before().calls();
      boolean isOursSound = left > 0
          && enough < now.setup().probes()
          && (now.before().isHalfOpen() || now.ours().isHalfOpen())
          && now.ours().equals(Probes.expected(now));
      if (!isOursSound) {
        return null;
      }
      return left <= now.facts().overdue().size()
          ? onTheOverdue(now, left)
          : onTheLast(now, enough);
    }

    /** The peer decides before it is asked for the call, which it then answers in another state. */
    private Amendment onTheOverdue(Situation<Resilience4jSetup> now, long left) {
      Reading ours = now.ours();
      Probes probes = Probes.of(now.before());
      List<PeerAction> actions = new ArrayList<>();
      for (long age : now.facts().overdue().subList(0, (int) left)) {
        // At the end, where ours is moved if it is: a cooldown may begin.
        actions.add(new PeerAction.Report(now.end(), Ending.RECORDED, age));
        probes = probes.and(true, age >= now.setup().slowThreshold());
      }
      if (!ours.permitted()) {
        actions.add(new PeerAction.Refuse(now.end()));
      }
      if (ours.state() == State.CLOSED) {
        actions.add(new PeerAction.Move(now.end(), Hand.RESET, 0));
      } else if (ours.state() == State.OPEN && decided(now, probes) == State.OPEN) {
        int opening = ours.opening();
        actions.add(new PeerAction.Adopt(now.end(), opening, now.setup().cooldown(opening)));
      } else {
        return new Amendment(actions, Then.FOLLOW);
      }
      return new Amendment(actions, Then.GO_ON);
    }

    private State decided(Situation<Resilience4jSetup> now, Probes first) {
      boolean reopens = now.setup().reopens(first.failed(), first.slow(), first.ended());
      return reopens ? State.OPEN : State.CLOSED;
    }

    private @Nullable Amendment onTheLast(Situation<Resilience4jSetup> now, int enough) {
      return now.ours().isHalfOpen()
              && now.ours().calls() == enough
              && now.theirs().state() == decided(now, Probes.of(now.ours()))
              && now.answeredAlike()
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
      if (!now.facts().opened()
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
      if (!Slices.explain(now)) {
        return null;
      }
      // Both begin again, with empty windows.
      List<PeerAction> actions = new ArrayList<>(now.actions());
      actions.add(new PeerAction.Move(now.end(), Hand.RESET, 0));
      return new Amendment(actions, Then.FOLLOW);
    }
  };

  /** Returns the report of the call that the last action ends, at the time when it ended: a cooldown may begin there. */
  private static PeerAction reported(Situation<Resilience4jSetup> now, long duration) {
    PeerAction last = last(now.actions());
    Ending ending =
        last instanceof PeerAction.Call call ? call.ending() : ((PeerAction.Report) last).ending();
    Ending reported = ending == Ending.ERROR ? Ending.RELEASED : ending;
    return new PeerAction.Report(now.end(), reported, duration);
  }

  private static PeerAction last(List<PeerAction> actions) {
    return actions.get(actions.size() - 1);
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
