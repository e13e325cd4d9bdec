package dev.recloser.proof.oracle;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where ours differs from Failsafe on purpose; see {@link Resilience4jDeviation} for how an entry excuses. */
enum FailsafeDeviation implements Excuse<FailsafeSetup> {

  /** A report of a call that has outlived its state changes nothing. The peer credits it to the state it finds. */
  STALE_REPORT {
    @Override
    public @Nullable Amendment amend(Situation<FailsafeSetup> now) {
      boolean counts = now.before().records() || now.before().isHalfOpen();
      return now.facts().stale() && counts ? Amendment.of() : null;
    }

    @Override
    public boolean mayBeUnseen() {
      return true;
    }
  },

  /** A reset empties the window of a closed breaker. To the peer, closing what is closed is nothing. */
  RESET_EMPTIES_THE_WINDOW {
    @Override
    public @Nullable Amendment amend(Situation<FailsafeSetup> now) {
      return now.step() instanceof Step.Move move
              && move.hand() == Hand.RESET
              && now.before().state() == State.CLOSED
          ? Amendment.of(
              new PeerAction.Move(now.at(), Hand.TRIP, 1),
              new PeerAction.Move(now.at(), Hand.RESET, 0))
          : null;
    }

    @Override
    public boolean mayBeUnseen() {
      return true;
    }
  },

  /** A probe that has not reported when its lease ends has failed. The peer waits for ever. */
  LEASE_RECLAIMED {
    @Override
    public @Nullable Amendment amend(Situation<FailsafeSetup> now) {
      if (!now.asks() || now.facts().overdue().isEmpty()) {
        return null;
      }
      List<PeerAction> actions = new ArrayList<>();
      for (int i = 0; i < now.facts().overdue().size(); i++) {
        actions.add(new PeerAction.Report(now.at(), Ending.RECORDED, 0));
      }
      actions.addAll(now.actions());
      return new Amendment(actions, Then.GO_ON);
    }
  },

  /** No more probes are let through than decide. The peer lets one more through for each that ends. */
  PROBES_ARE_LIMITED_IN_ALL {
    @Override
    public @Nullable Amendment amend(Situation<FailsafeSetup> now) {
      boolean isFull = now.asks()
          && now.before().isHalfOpen()
          && Probes.before(now).ended() + now.facts().running() == now.setup().probes();
      if (!isFull) {
        return null;
      }
      List<PeerAction> actions = new ArrayList<>(now.actions());
      actions.set(actions.size() - 1, new PeerAction.Refuse(now.at()));
      return new Amendment(actions, Then.GO_ON);
    }
  },

  /** An error counts for nothing. To the peer it is an exception like any other, and it has no such outcome. */
  ERRORS_ARE_IGNORED {
    @Override
    public @Nullable Amendment amend(Situation<FailsafeSetup> now) {
      if (now.ending() != Ending.ERROR) {
        return null;
      }
      if (now.before().records()) {
        return Amendment.of();
      }
      Probes probes = Probes.before(now);
      long succeeded = probes.ended() - probes.failed();
      return now.theirs().permitted()
          ? Amendment.of(new PeerAction.Probe(
              now.end(), succeeded, probes.failed(), now.facts().running()))
          : null;
    }

    @Override
    public boolean mayBeUnseen() {
      return true;
    }
  },

  /** A rate is what it is. The peer rounds it to a whole percentage first. */
  RATES_ARE_NOT_ROUNDED {
    @Override
    public @Nullable Amendment amend(Situation<FailsafeSetup> now) {
      if (now.setup().rule() != FailsafeSetup.Rule.RATE || now.ending() == null) {
        return null;
      }
      FailsafeSetup setup = now.setup();
      long failed = now.before().failed() + (setup.fails(now.ending()) ? 1 : 0);
      Counts counts = new Counts(now.before().calls() + 1, failed, 0);
      double percent = failed * 100.0 / counts.calls();
      Reading stays = now.before().withCounts(now.before().rejected(), counts, false);
      return now.before().state() == State.CLOSED
              && setup.comparable(now.ours()).equals(setup.comparable(stays))
              && now.theirs().state() == State.OPEN
              && now.answeredAlike()
              && counts.calls() >= setup.calls()
              && percent < setup.failures()
              && Math.round(percent) == setup.failures()
          ? new Amendment(now.actions(), Then.FOLLOW)
          : null;
    }
  }
}
