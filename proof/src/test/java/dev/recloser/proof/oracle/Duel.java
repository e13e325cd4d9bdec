package dev.recloser.proof.oracle;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.proof.oracle.Excuse.Amendment;
import dev.recloser.proof.oracle.Excuse.Then;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One trace, played on our breaker and on a peer, which are compared after each step.
 *
 * @param <S> the settings
 */
final class Duel<S extends Setup> {
  private final S setup;
  private final List<? extends Excuse<S>> ledger;
  private final Observer observer;
  private final Subject ours;
  private final Chronicle chronicle;
  private final Peer peer;

  /** What was done to the peer since it was last closed, and when that was. */
  private final List<PeerAction> history = new ArrayList<>();

  private long closedAt;
  private long refusals;

  private Reading last;
  private int number;

  private Duel(S setup, List<? extends Excuse<S>> ledger, Observer observer) {
    this.setup = setup;
    this.ledger = ledger;
    this.observer = observer;
    this.ours = new Subject(setup);
    this.chronicle = new Chronicle(setup, ours);
    this.peer = setup.theirs();
    this.last = ours.read(true);
  }

  /**
   * Plays a trace.
   *
   * @return the first difference that nothing excuses, or what was thrown before that; null if there is neither
   */
  static <S extends Setup> @Nullable Mismatch play(
      S setup, List<Step> steps, List<? extends Excuse<S>> ledger, Observer observer) {
    Duel<S> duel = new Duel<>(setup, ledger, observer);
    for (Step step : steps) {
      Mismatch mismatch = duel.tried(step);
      if (mismatch != null) {
        return mismatch;
      }
      duel.number++;
    }
    return null;
  }

  private @Nullable Mismatch tried(Step step) {
    try {
      return next(step);
    } catch (Throwable thrown) {
      return Mismatch.thrown(thrown, number, step);
    }
  }

  private @Nullable Mismatch next(Step step) {
    Situation<S> situation = played(step);
    if (situation == null) {
      observer.passedOver(number);
      return null;
    }
    observer.compared(number);
    Settled<S> settled = settled(situation);
    String fault = fault(settled);
    if (fault != null) {
      return Mismatch.of(fault, number, settled.situation());
    }
    goOn(settled.situation());
    return null;
  }

  private @Nullable String fault(Settled<S> settled) {
    if (settled.sharesFault()) {
      return "ours shares a fault of the peer";
    }
    if (!settled.situation().agrees()) {
      return "the two differ";
    }
    return ours.stragglers() == chronicle.stragglers()
        ? null
        : "ours counts " + ours.stragglers() + " stragglers of " + chronicle.stragglers();
  }

  private void goOn(Situation<S> now) {
    boolean closes = now.ours().state() == State.CLOSED
        && (last.state() != State.CLOSED || now.step() instanceof Step.Move);
    if (closes) {
      history.clear();
      closedAt = now.end();
      refusals = now.ours().rejected();
    } else {
      history.addAll(now.actions());
    }
    last = now.ours();
  }

  private record Settled<S extends Setup>(Situation<S> situation, boolean sharesFault) {}

  /** Looks for what excuses the difference, if there is one, and brings the two together. */
  private Settled<S> settled(Situation<S> played) {
    Situation<S> now = played;
    boolean differs = !now.agrees();
    for (Excuse<S> excuse : ledger) {
      if (!differs && now.actions().equals(played.actions()) && excuse.mustDiffer(now)) {
        return new Settled<>(now, true);
      }
      Amendment amendment = differs || excuse.mayBeUnseen() ? excuse.amend(now) : null;
      if (amendment == null) {
        continue;
      }
      if (differs) {
        observer.met(number, excuse);
      }
      now = rebuilt(now, amendment.actions());
      if (amendment.then() == Then.FOLLOW) {
        observer.followed(number, excuse);
        now = followed(now);
      }
      differs = !now.agrees();
    }
    return new Settled<>(now, false);
  }

  private Situation<S> rebuilt(Situation<S> now, List<PeerAction> actions) {
    List<PeerAction> done = now.actions();
    boolean isLonger =
        actions.size() >= done.size() && actions.subList(0, done.size()).equals(done);
    List<PeerAction> rest = actions;
    if (isLonger) {
      rest = actions.subList(done.size(), actions.size());
    } else {
      peer.restart(closedAt, refusals);
      history.forEach(peer::play);
      peer.begin();
    }
    return now.with(actions, peer.read(now.end(), asked(rest, now.theirs().permitted(), isLonger)));
  }

  /** Does the actions to the peer; returns whether the call that they ask for was let through. */
  private boolean asked(List<PeerAction> actions, boolean before, boolean goesOn) {
    boolean permitted = !goesOn || before;
    for (PeerAction action : actions) {
      permitted &= peer.play(action);
    }
    return permitted;
  }

  /** Moves ours by hand to where the peer is, which has opened or closed. */
  private Situation<S> followed(Situation<S> now) {
    int opening = 0;
    if (now.theirs().state() == State.OPEN) {
      opening = chronicle.openings() + 1;
      long cooldown = setup.cooldown(opening);
      ours.move(Hand.TRIP, cooldown);
      chronicle.moved(Hand.OPEN, cooldown);
    } else {
      ours.move(Hand.RESET, 0);
      chronicle.moved(Hand.RESET, 0);
    }
    return now.withOurs(
        ours.read(now.ours().permitted()).withOpening(opening), chronicle.completed(now.facts()));
  }

  /** Plays a step on both; returns null if it is nothing to either. */
  private @Nullable Situation<S> played(Step step) {
    ours.begin();
    peer.begin();
    if (step instanceof Step.Advance advance) {
      ours.advance(advance.ticks() * setup.tick());
      return compared(step, ours.now(), chronicle.facts(), List.of(), true);
    }
    if (step instanceof Step.Acquire acquire) {
      return acquired(acquire);
    }
    if (step instanceof Step.Call call) {
      return called(call);
    }
    if (step instanceof Step.End end) {
      return chronicle.runs(end.id()) ? ended(end) : null;
    }
    return moved((Step.Move) step);
  }

  private Situation<S> moved(Step.Move move) {
    long at = ours.now();
    long length = move.ticks() * setup.tick();
    Situation.Facts facts = chronicle.facts();
    ours.move(move.hand(), length);
    chronicle.moved(move.hand(), length);
    PeerAction action = new PeerAction.Move(at, move.hand(), length);
    return compared(move, at, facts, List.of(action), true);
  }

  private Situation<S> acquired(Step.Acquire acquire) {
    long at = ours.now();
    Situation.Facts facts = chronicle.asked(-1);
    boolean permitted = ours.acquire(acquire.id());
    chronicle.note();
    if (permitted) {
      chronicle.admitted(acquire.id());
    }
    return compared(acquire, at, facts, List.of(new PeerAction.Acquire(at)), permitted);
  }

  private Situation<S> called(Step.Call call) {
    long at = ours.now();
    long length = call.ticks() * setup.tick();
    Situation.Facts facts = chronicle.asked(length);
    boolean permitted = ours.call(call.ending(), length, chronicle::note);
    if (permitted) {
      chronicle.enter(call.ending(), length);
    }
    chronicle.note();
    PeerAction action = new PeerAction.Call(at, call.ending(), length);
    return compared(call, at, facts, List.of(action), permitted);
  }

  private Situation<S> ended(Step.End end) {
    long at = ours.now();
    Situation.Facts facts = chronicle.ended(end.id());
    ours.end(end.id(), end.ending());
    if (!facts.stale()) {
      chronicle.enter(end.ending(), facts.duration());
    }
    chronicle.note();
    PeerAction action = new PeerAction.Report(at, end.ending(), facts.duration());
    return compared(end, at, facts, List.of(action), true);
  }

  private Situation<S> compared(
      Step step, long at, Situation.Facts facts, List<PeerAction> actions, boolean permitted) {
    boolean answer = asked(actions, true, true);
    Reading theirs = peer.read(ours.now(), answer);
    Reading reading = observer.taken(number, ours.read(permitted), theirs);
    return new Situation<>(
        setup, step, at, chronicle.completed(facts), last, actions, reading, theirs);
  }
}
