package dev.recloser.circuitbreaker;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.PlainEpoch.History;
import java.time.Duration;
import java.util.List;

/** The current epoch of the plain breaker, and all the ways from one to the next. */
final class PlainMachine {
  private static final Duration DEFAULT_COOLDOWN = Duration.ofSeconds(30);

  private final World world;
  private PlainSettings settings;
  private PlainEpoch epoch;
  private PlainNews news = new PlainNews();
  private Duration lastGoodCooldown = DEFAULT_COOLDOWN;

  PlainMachine(World world, PlainSettings settings) {
    this.world = world;
    this.settings = settings;
    this.epoch = new PlainEpoch(1, State.CLOSED, false, world.now(), History.CLEAN, settings);
  }

  void beginStep() {
    news = new PlainNews();
  }

  /** Returns what happened since the step began. */
  PlainNews news() {
    return news;
  }

  PlainEpoch epoch() {
    return epoch;
  }

  PlainSettings settings() {
    return settings;
  }

  Duration lastGoodCooldown() {
    return lastGoodCooldown;
  }

  private void move(State to, boolean isRamp, long at, History history) {
    epoch = new PlainEpoch(epoch.number + 1, to, isRamp, at, history, settings);
    news.moves.add(to);
  }

  /** Opens for as long as the backoff says, or as it said last if it breaks. */
  void trip() {
    if (!world.backoffBreaks) {
      lastGoodCooldown = world.model.cooldown(epoch.history.openings() + 1);
    }
    open(lastGoodCooldown);
  }

  private void open(Duration cooldown) {
    History history = epoch.historyNow();
    move(
        State.OPEN,
        false,
        world.now(),
        new History(history.openings() + 1, cooldown, history.reclaimed()));
  }

  void halfOpen(long at) {
    move(State.HALF_OPEN, false, at, epoch.historyNow());
  }

  /** Closes, or begins to, after the probes. */
  void recover() {
    if (epoch.recovery.rampsUp()) {
      move(State.HALF_OPEN, true, world.now(), epoch.historyNow());
    } else {
      close();
    }
  }

  void close() {
    move(State.CLOSED, false, world.now(), History.CLEAN);
  }

  void byHand(Action action) {
    switch (action) {
      case FORCE_OPEN -> keep(State.FORCED_OPEN);
      case DISABLE -> keep(State.DISABLED);
      case METRICS_ONLY -> keep(State.METRICS_ONLY);
      case RESET -> close();
      case TRIP -> open(world.model.cooldown(1));
      default -> throw new IllegalArgumentException(action.toString());
    }
  }

  private void keep(State to) {
    move(to, false, world.now(), epoch.historyNow());
  }

  /** Changes the settings; of the calls that were reported those are left that the old rules look at. */
  void reconfigure(PlainSettings changed) {
    PlainRule old = settings.rules().get(0);
    List<PlainCall> held = List.copyOf(old.window().of(epoch.calls, epoch.since, world.now()));
    epoch.calls.clear();
    epoch.calls.addAll(held);
    settings = changed;
  }
}
