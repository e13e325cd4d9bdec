package dev.recloser.circuitbreaker;

import dev.recloser.Call;
import dev.recloser.Outcome;
import dev.recloser.check.Early;
import dev.recloser.check.PlainFuture;
import dev.recloser.circuitbreaker.Epoch.Birth;
import dev.recloser.circuitbreaker.Epoch.History;
import dev.recloser.circuitbreaker.Recovery.Ramp;
import dev.recloser.classify.Causes;
import dev.recloser.classify.ThrowableRules;
import dev.recloser.time.TimeSource;
import dev.recloser.time.Timer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The current epoch of a breaker, and all the ways from one epoch to the next. */
final class StateMachine {

  /*
   * The state of a breaker is a reference to its current epoch. Each transition is one compare-and-set from the epoch
   * that the decision was about to a new one; of many threads that see the same reason to move, one wins, and it alone
   * arms timers and publishes. Losing needs no code: somebody else has moved.
   *
   *   Closed --a rule is exceeded--> Open --cooldown passed, next call--> HalfOpen (that call holds the first slot)
   *   HalfOpen --too few can still fail--> RampUp, if asked for, --time--> Closed
   *   HalfOpen --too many failed--> Open                RampUp --a rule is exceeded--> Open
   *   any state --by hand--> Closed, Open, ForcedOpen, Disabled, MetricsOnly
   *
   * Settings are changed without a new epoch. Whoever installs an epoch looks at the settings once more afterwards, so
   * that an epoch built from old settings and installed after the change is brought up to date all the same.
   */

  /** A clock that stands still is not looked at more often than this. */
  private static final Duration SHORTEST_TIMER = Duration.ofMillis(10);

  private static final VarHandle EPOCH;

  static {
    Early.initialize(
        Open.class,
        HalfOpen.class,
        RampUp.class,
        RampUp.Ramped.class,
        Closed.class,
        ForcedOpen.class,
        Disabled.class,
        MetricsOnly.class,
        Probe.class,
        ProbePlan.class,
        ProbePlan.Criterion.class,
        ProbeLedger.class,
        ProbeLedger.Verdict.class,
        ProbeSnapshot.class,
        Grant.Nested.class,
        Permit.class,
        AsyncCall.class,
        PlainFuture.class,
        CountWindow.class,
        TimeWindow.class,
        RunWindow.class,
        GuardedWindow.class,
        Cooldowns.class,
        Cooldowns.Drawn.class,
        Trip.class,
        HealthChecks.class,
        LongAdder.class,
        CircuitOpenException.class,
        CircuitOpenException.Source.class,
        CircuitBreakerSnapshot.class,
        Classification.class,
        ThrowableRules.Verdict.class,
        Causes.class,
        Outcome.class,
        Call.class);
    try {
      EPOCH = MethodHandles.lookup().findVarHandle(StateMachine.class, "epoch", Epoch.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final TimeSource time;
  private final Announcer announcer;
  private final Tally tally = new Tally();

  /** What the health checks report to that stand for probes. Set once, right after this was made. */
  private @Nullable Reports reports;

  private volatile CircuitBreakerConfig config;
  private volatile Epoch epoch;
  private volatile Duration lastGoodCooldown = Cooldowns.DEFAULT;

  StateMachine(String name, CircuitBreakerConfig config) {
    this.config = config;
    this.time = config.timeSource();
    this.announcer = new Announcer(name, time);
    this.epoch = closed("it was made");
  }

  void reportTo(Reports those) {
    reports = those;
  }

  /** Starts the health check that the probe stands for. */
  void check(Probe probe) {
    HealthChecks.start(probe, this, Objects.requireNonNull(reports));
  }

  String name() {
    return announcer.name();
  }

  TimeSource time() {
    return time;
  }

  Announcer announcer() {
    return announcer;
  }

  Tally tally() {
    return tally;
  }

  CircuitBreakerConfig config() {
    return config;
  }

  Epoch epoch() {
    return epoch;
  }

  /** Opens from the epoch that the trip is about, unless another thread has moved on from it. */
  void trip(Epoch from, Trip trip, History history, @Nullable Object evidence) {
    if (epoch != from) {
      return;
    }
    Cooldowns.Drawn cooldown = Cooldowns.draw(config, history, evidence, lastGoodCooldown);
    lastGoodCooldown = cooldown.good();
    if (move(from, open(trip, history.opened(cooldown.length()))) && cooldown.fault() != null) {
      announcer.callbackFailed("cooldown", cooldown.fault());
    }
  }

  /** Closes from the epoch whose probes have shown that the dependency is well. */
  void close(HalfOpen from, ProbeSnapshot probes) {
    String reason = "the recovery succeeded with " + probes;
    Ramp ramp = from.ledger().plan().ramp();
    move(from, ramp == null ? closed(reason) : rampUp(from, reason, ramp));
  }

  /** Closes from a ramp-up that has ended. */
  void close(RampUp from) {
    move(from, closed("the ramp-up has ended"));
  }

  /** Returns the first probe of a new half-open epoch; null if another thread has moved on. */
  @Nullable
  Probe halfOpen(Open from, long now) {
    HalfOpen next = halfOpen(from);
    Probe probe = next.firstProbe(now);
    return move(from, next) ? probe : null;
  }

  void forceOpen() {
    byHand(from -> new ForcedOpen(birth("forced open by hand", from.historyNow()), source()));
  }

  void disable() {
    byHand(from -> new Disabled(birth("disabled by hand", from.historyNow())));
  }

  void metricsOnly() {
    byHand(
        from -> new MetricsOnly(birth("set to metrics only by hand", from.historyNow()), rules()));
  }

  void reset() {
    byHand(from -> closed("reset by hand"));
  }

  void trip(Duration cooldown, String cause) {
    byHand(from ->
        open(Trip.byHand(cause, from.rules(time.nanoTime())), from.historyNow().opened(cooldown)));
  }

  void restore(CircuitBreakerSnapshot snapshot) {
    byHand(from -> restored(snapshot));
  }

  private Epoch restored(CircuitBreakerSnapshot snapshot) {
    long now = time.nanoTime();
    Duration cooldown = snapshot.retryAfter().orElse(Duration.ZERO);
    History history = new History(snapshot.openings(), cooldown, 0);
    Birth birth = new Birth(announcer.nextNumber(), snapshot.since(), snapshot.reason(), history);
    Trip trip = new Trip(
        snapshot.reason(), null, snapshot.rules(), snapshot.lastFailure().orElse(null));
    return switch (snapshot.state()) {
      case CLOSED -> new Closed(birth, rules().restored(snapshot.rules(), now));
      case OPEN -> new Open(birth, source(), now, trip);
      case HALF_OPEN ->
        new HalfOpen(
            birth("restored; the probes start anew", history),
            source(),
            ProbePlan.of(config, cooldown));
      case FORCED_OPEN -> new ForcedOpen(birth, source());
      case DISABLED -> new Disabled(birth);
      case METRICS_ONLY -> new MetricsOnly(birth, rules().restored(snapshot.rules(), now));
    };
  }

  void reconfigure(CircuitBreakerConfig changed) {
    CircuitBreakerConfig before = config;
    config = changed;
    adoptConfig();
    announcer.reconfigured(before, changed);
  }

  CircuitBreakerSnapshot snapshot(Epoch of) {
    long now = time.nanoTime();
    return new CircuitBreakerSnapshot(
        name(),
        of.state(),
        of.since(),
        of.reason(),
        of.rules(now),
        Optional.ofNullable(of.probes()),
        of.admittedShare(now),
        of.history().openings(),
        of.retryAfter(now),
        Optional.ofNullable(of.lastFailure()),
        tally.failures(),
        tally.rejections(),
        tally.ignored(),
        tally.stragglers());
  }

  private void byHand(Function<Epoch, Epoch> next) {
    Epoch from;
    do {
      from = epoch;
    } while (!move(from, next.apply(from)));
  }

  private boolean move(Epoch from, Epoch to) {
    if (!EPOCH.compareAndSet(this, from, to)) {
      return false;
    }
    from.retire();
    adoptConfig();
    announcer.moved(snapshot(from), to);
    if (to instanceof Open open
        && (config.eagerHalfOpen() || config.recovery().healthCheck() != null)) {
      armTimer(open, open.history().cooldown());
    }
    return true;
  }

  /** A timer that cannot be set, or runs on another time than the breaker, must not change what is right. */
  private void armTimer(Open open, Duration delay) {
    try {
      Timer timer = time.schedule(delay, () -> cooldownMayHaveEnded(open));
      open.timer(timer);
      if (epoch != open) {
        timer.cancel();
      }
    } catch (Throwable fault) {
      announcer.callbackFailed("timer of the time source", fault);
    }
  }

  private void becomeHalfOpen(Open open, long now) {
    HalfOpen next = halfOpen(open);
    if (next.ledger().plan().healthCheck() == null) {
      move(open, next);
      return;
    }
    Probe check = next.firstProbe(now);
    if (move(open, next)) {
      check(check);
    }
  }

  private void cooldownMayHaveEnded(Open open) {
    long now = time.nanoTime();
    if (open.cooledDown(now)) {
      becomeHalfOpen(open, now);
    } else if (epoch == open) {
      Duration left = open.retryAfter(now).orElse(Duration.ZERO);
      armTimer(open, left.compareTo(SHORTEST_TIMER) > 0 ? left : SHORTEST_TIMER);
    }
  }

  /** Gives the current epoch the windows of the current settings, and again if these change meanwhile. */
  private void adoptConfig() {
    CircuitBreakerConfig current;
    do {
      current = config;
      if (epoch instanceof Recording recording) {
        recording.adopt(current, time.nanoTime(), announcer::callbackFailed);
      }
    } while (!current.equals(config));
  }

  private Open open(Trip trip, History history) {
    return new Open(birth(trip.reason(), history), source(), time.nanoTime(), trip);
  }

  private HalfOpen halfOpen(Open from) {
    Birth birth = birth("the cooldown has passed", from.history());
    return new HalfOpen(birth, source(), ProbePlan.of(config, from.history().cooldown()));
  }

  private RampUp rampUp(HalfOpen from, String reason, Ramp ramp) {
    Birth birth =
        birth("ramping up over " + ramp.duration() + ", since " + reason, from.historyNow());
    return new RampUp(birth, rules(), source(), time.nanoTime(), ramp);
  }

  private Closed closed(String reason) {
    return new Closed(birth(reason, History.CLEAN), rules());
  }

  private Rules rules() {
    return Rules.of(config, time.nanoTime(), announcer::callbackFailed);
  }

  private CircuitOpenException.Source source() {
    return new CircuitOpenException.Source(name(), time);
  }

  private Birth birth(String reason, History history) {
    return new Birth(announcer.nextNumber(), announcer.now(), reason, history);
  }
}
