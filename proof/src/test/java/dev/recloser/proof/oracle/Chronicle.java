package dev.recloser.proof.oracle;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What is known of our breaker from what was done to it: of its own readings only which state it is in. */
final class Chronicle {
  private static final long LONGEST_DOUBLED_LEASE = Duration.ofHours(1).toNanos();

  private final Setup setup;
  private final Subject ours;

  /** The calls that were let through and have not ended. */
  private final Map<Integer, Running> running = new HashMap<>();

  private final Book book = new Book();

  /** What has opened ours, or overridden its state, since it was last closed. */
  private final List<Hand> moves = new ArrayList<>();

  /** How many states ours has been in. */
  private int epoch;

  private State noted = State.CLOSED;
  private long cooldownEnd;

  /** Whether ours has opened in the step that is played. */
  private boolean opened;

  private int reclaimed;
  private long stragglers;

  private record Running(long since, int epoch, long lease) {}

  Chronicle(Setup setup, Subject ours) {
    this.setup = setup;
    this.ours = ours;
  }

  /** Returns what is known of a step that ends no call and asks for none. */
  Situation.Facts facts() {
    return facts(false, -1, List.of());
  }

  /** Returns what is known of a step that asks for a call, and takes note of the probes that lose their lease by it. */
  Situation.Facts asked(long length) {
    return facts(false, length, overdue());
  }

  /** Returns whether a call was let through and has not ended. */
  boolean runs(int id) {
    return running.containsKey(id);
  }

  /** Returns what is known of a step that ends a call. */
  Situation.Facts ended(int id) {
    Running call = running.remove(id);
    boolean stale = call.epoch() != epoch;
    stragglers += stale ? 1 : 0;
    return facts(stale, ours.now() - call.since(), List.of());
  }

  /** Returns the same, with what the step has done. */
  Situation.Facts completed(Situation.Facts facts) {
    return facts.after(opened, List.copyOf(moves));
  }

  private Situation.Facts facts(boolean stale, long duration, List<Long> overdue) {
    opened = false;
    boolean ends = noted == State.OPEN && ours.now() == cooldownEnd;
    int others = 0;
    for (Running call : running.values()) {
      others += call.epoch() == epoch ? 1 : 0;
    }
    return new Situation.Facts(stale, duration, ends, overdue, others, false, List.of(), book);
  }

  /** Writes down a call that was let through just now. */
  void admitted(int id) {
    running.put(id, new Running(ours.now(), epoch, lease()));
  }

  /** Writes down a call that is recorded. */
  void enter(Ending ending, long length) {
    if (setup.records(ending)) {
      book.add(ours.now(), setup.fails(ending), length >= setup.slowThreshold());
    }
  }

  /** Returns how old the probes are that have outlived their lease, and takes note that they lose it. */
  private List<Long> overdue() {
    List<Long> ages = new ArrayList<>();
    for (Map.Entry<Integer, Running> entry : running.entrySet()) {
      Running call = entry.getValue();
      long age = ours.now() - call.since();
      if (noted == State.HALF_OPEN && call.epoch() == epoch && age >= call.lease()) {
        entry.setValue(new Running(call.since(), -1, call.lease()));
        ages.add(age);
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

  /** Takes note of the state that ours has moved to by itself, if it has. */
  void note() {
    State state = ours.state();
    if (state != noted) {
      begin(state);
      if (state == State.OPEN) {
        opened = true;
        moves.add(Hand.OPEN);
        cooldownEnd = ours.now() + setup.cooldown(openings());
      }
    }
  }

  /** Takes note of what was done by hand, which begins a new state also where it looks the same. */
  void moved(Hand hand, long length) {
    begin(ours.state());
    opened = hand == Hand.OPEN;
    moves.add(hand);
    cooldownEnd = ours.now() + length;
  }

  /** Returns how many calls have outlived their state or their lease. */
  long stragglers() {
    return stragglers;
  }

  /** Returns how many times in a row ours has opened. */
  int openings() {
    return (int) moves.stream().filter(Hand::countsAsOpening).count();
  }

  private void begin(State state) {
    noted = state;
    epoch++;
    if (state == State.CLOSED || state == State.METRICS_ONLY) {
      book.clear();
    }
    if (state == State.CLOSED) {
      reclaimed = 0;
      moves.clear();
    }
  }
}
