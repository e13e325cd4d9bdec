package dev.recloser.proof.oracle;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerSnapshot;
import dev.recloser.proof.oracle.Excuse.Amendment;
import dev.recloser.proof.oracle.Excuse.Then;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One trace, played on our breaker and on a peer, which are compared after each step.
 *
 * @param <S> the settings
 */
final class Duel<S extends Setup> {
  private static final long LONGEST_DOUBLED_LEASE = Duration.ofHours(1).toNanos();

  private final S setup;
  private final List<? extends Excuse<S>> ledger;
  private final Consumer<Excuse<S>> met;
  private final Subject ours;
  private final List<PeerAction> history = new ArrayList<>();
  private Peer peer;
  private Reading last;

  /** The calls that were let through and have not ended. */
  private final Map<Integer, Running> running = new HashMap<>();

  private final Book book = new Book();

  /** What has opened ours, or overridden its state, since it was last closed. */
  private final List<Hand> moves = new ArrayList<>();

  /** How many states ours has been in. */
  private int epoch;

  private State noted = State.CLOSED;

  private long cooldownEnd;
  private int reclaimed;

  private record Running(long since, int epoch, long lease) {}

  /** Where the two differ for no known reason, or agree where the peer is known to be at fault. */
  record Mismatch(int step, Situation<?> situation) {
    @Override
    public String toString() {
      return "after step " + step + ", " + situation.step() + ", at " + situation.end()
          + " ns\n  before " + situation.before() + "\n  ours   " + situation.ours()
          + "\n  theirs " + situation.theirs() + "\n  known  stale="
          + situation.facts().stale()
          + " overdue=" + situation.facts().overdue() + " openings="
          + situation.facts().openings();
    }
  }

  private Duel(S setup, List<? extends Excuse<S>> ledger, Consumer<Excuse<S>> met) {
    this.setup = setup;
    this.ledger = ledger;
    this.met = met;
    this.ours = new Subject(setup);
    this.peer = setup.theirs();
    this.last = ours.read(true);
  }

  /**
   * Plays a trace.
   *
   * @param met is told of each excuse that was needed
   * @return the first difference that nothing excuses; null if there is none
   */
  static <S extends Setup> @Nullable Mismatch play(
      S setup, List<Step> steps, List<? extends Excuse<S>> ledger, Consumer<Excuse<S>> met) {
    Duel<S> duel = new Duel<>(setup, ledger, met);
    for (int i = 0; i < steps.size(); i++) {
      Situation<S> situation = duel.played(steps.get(i));
      if (situation == null) {
        continue;
      }
      Settled<S> settled = duel.settled(situation);
      if (settled.then() == Then.END) {
        return null;
      }
      if (!settled.situation().agrees() || settled.then() == Then.BE_AT_FAULT) {
        return new Mismatch(i, settled.situation());
      }
      duel.history.addAll(settled.situation().actions());
      duel.last = settled.situation().ours();
    }
    return null;
  }

  private record Settled<S extends Setup>(Situation<S> situation, Then then) {}

  /** Looks for what excuses the difference, if there is one, and brings the two together. */
  private Settled<S> settled(Situation<S> played) {
    Situation<S> now = played;
    for (Excuse<S> excuse : ledger) {
      boolean differs = !now.agrees();
      if (!differs && now.actions().equals(played.actions()) && excuse.mustDiffer(now)) {
        return new Settled<>(now, Then.BE_AT_FAULT);
      }
      Amendment amendment = differs || excuse.mayBeUnseen() ? excuse.amend(now) : null;
      if (amendment == null) {
        continue;
      }
      if (differs) {
        met.accept(excuse);
      }
      if (amendment.then() == Then.END) {
        return new Settled<>(now, Then.END);
      }
      now = amendment.then() == Then.FOLLOW ? followed(now) : rebuilt(now, amendment.actions());
    }
    return new Settled<>(now, Then.GO_ON);
  }

  private Situation<S> rebuilt(Situation<S> now, List<PeerAction> actions) {
    List<PeerAction> done = now.actions();
    boolean isLonger =
        actions.size() > done.size() && actions.subList(0, done.size()).equals(done);
    List<PeerAction> rest = actions;
    if (isLonger) {
      rest = actions.subList(done.size(), actions.size());
    } else {
      peer = setup.theirs();
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

  private Situation<S> followed(Situation<S> now) {
    if (now.theirs().state() == State.OPEN) {
      long cooldown = setup.cooldown(ours.snapshot().openings() + 1);
      ours.move(Hand.TRIP, cooldown);
    } else {
      ours.move(Hand.RESET, 0);
    }
    note(true);
    if (now.theirs().state() == State.OPEN) {
      moves.add(Hand.OPEN);
    }
    int opening = now.theirs().state() == State.OPEN ? ours.snapshot().openings() : 0;
    Situation.Facts facts = now.facts().after(opening, List.copyOf(moves));
    return now.withOurs(ours.read(now.ours().permitted()).withOpening(opening), facts);
  }

  /** Plays a step on both; returns null if it is nothing to either. */
  private @Nullable Situation<S> played(Step step) {
    ours.begin();
    peer.begin();
    long at = ours.now();
    if (step instanceof Step.Advance advance) {
      ours.advance(advance.ticks() * setup.tick());
      return compared(step, ours.now(), facts(false, -1, List.of(), at), List.of(), true);
    }
    if (step instanceof Step.Acquire acquire) {
      return acquired(acquire, at);
    }
    if (step instanceof Step.Call call) {
      return called(call, at);
    }
    if (step instanceof Step.End end) {
      return running.containsKey(end.id()) ? ended(end, at) : null;
    }
    Step.Move move = (Step.Move) step;
    long length = move.ticks() * setup.tick();
    ours.move(move.hand(), length);
    note(true);
    moves.add(move.hand());
    PeerAction action = new PeerAction.Move(at, move.hand(), length);
    return compared(move, at, facts(false, -1, List.of(), at), List.of(action), true);
  }

  private Situation<S> acquired(Step.Acquire acquire, long at) {
    List<Long> overdue = overdue(at);
    Situation.Facts facts = facts(false, -1, overdue, at);
    boolean permitted = ours.acquire(acquire.id());
    note(false);
    if (permitted) {
      running.put(acquire.id(), new Running(at, epoch, lease()));
    }
    return compared(acquire, at, facts, List.of(new PeerAction.Acquire(at)), permitted);
  }

  private Situation<S> called(Step.Call call, long at) {
    long length = call.ticks() * setup.tick();
    List<Long> overdue = overdue(at);
    Situation.Facts facts = facts(false, length, overdue, at);
    boolean permitted = ours.call(call.ending(), length, () -> note(false));
    if (permitted) {
      enter(call.ending(), length);
    }
    note(false);
    PeerAction action = new PeerAction.Call(at, call.ending(), length);
    return compared(call, at, facts, List.of(action), permitted);
  }

  private Situation<S> ended(Step.End end, long at) {
    Running call = running.remove(end.id());
    boolean stale = call.epoch() != epoch;
    long length = at - call.since();
    Situation.Facts facts = facts(stale, length, List.of(), at);
    ours.end(end.id(), end.ending());
    if (!stale) {
      enter(end.ending(), length);
    }
    note(false);
    PeerAction action = new PeerAction.Report(at, end.ending(), length);
    return compared(end, at, facts, List.of(action), true);
  }

  private Situation<S> compared(
      Step step, long at, Situation.Facts facts, List<PeerAction> actions, boolean permitted) {
    boolean theirs = asked(actions, true, true);
    Reading reading = ours.read(permitted);
    Situation.Facts now = facts.after(ours.openings(), List.copyOf(moves));
    return new Situation<>(
        setup, step, at, now, last, actions, reading, peer.read(ours.now(), theirs));
  }

  private Situation.Facts facts(boolean stale, long duration, List<Long> overdue, long at) {
    boolean ends = last.state() == State.OPEN && at == cooldownEnd;
    return new Situation.Facts(stale, duration, ends, overdue, 0, List.of(), book);
  }

  /** Writes down a call that is recorded. */
  private void enter(Ending ending, long length) {
    if (setup.records(ending)) {
      book.add(ours.now(), setup.fails(ending), length >= setup.slowThreshold());
    }
  }

  /** Returns how old the probes are that have outlived their lease, and takes note that they lose it. */
  private List<Long> overdue(long at) {
    List<Long> ages = new ArrayList<>();
    for (Map.Entry<Integer, Running> entry : running.entrySet()) {
      Running call = entry.getValue();
      if (last.isHalfOpen() && call.epoch() == epoch && at - call.since() >= call.lease()) {
        entry.setValue(new Running(call.since(), -1, call.lease()));
        ages.add(at - call.since());
      }
    }
    reclaimed += ages.size();
    return ages;
  }

  private long lease() {
    long lease = setup.lease();
    for (int i = 0; i < reclaimed && lease < LONGEST_DOUBLED_LEASE; i++) {
      lease *= 2;
    }
    return Math.min(lease, Math.max(LONGEST_DOUBLED_LEASE, setup.lease()));
  }

  /** Notes which state ours is in; a hand begins a new one also where it looks the same. */
  private void note(boolean byHand) {
    State state = ours.state();
    if (!byHand && state == noted) {
      return;
    }
    noted = state;
    epoch++;
    CircuitBreakerSnapshot snapshot = ours.snapshot();
    cooldownEnd = ours.now() + snapshot.retryAfter().map(Duration::toNanos).orElse(0L);
    if (state == State.CLOSED || state == State.METRICS_ONLY) {
      book.clear();
    }
    if (state == State.CLOSED) {
      reclaimed = 0;
      moves.clear();
    } else if (state == State.OPEN && !byHand) {
      moves.add(Hand.OPEN);
    }
  }
}
