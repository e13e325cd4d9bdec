package dev.recloser;

import dev.recloser.time.Timer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A few random calls through a random pipeline, with everything that may happen to them meanwhile. */
final class RandomSequence implements RandomCall.World {
  private static final int DEEPEST = 2;
  private static final int PATIENCE = 1_000;

  private final Random random;
  private final Faults faults;
  private final RandomPolicies policies;
  private final List<RandomCall> calls = new ArrayList<>();
  private final List<Timer> timers = new ArrayList<>();
  private final List<String> log = new ArrayList<>();
  private int depth;
  private boolean interruptedByUs;
  private @Nullable String problem;

  RandomSequence(long seed) {
    random = new Random(seed);
    faults = new Faults(random);
    policies = new RandomPolicies(random, faults);
  }

  /** Runs it; returns the first thing that must not have happened, or null. */
  @Nullable
  String run() {
    for (int steps = 3 + random.nextInt(10); steps > 0 && problem == null; steps--) {
      step();
      boolean flagged = Thread.interrupted();
      if (flagged && !interruptedByUs) {
        problem("the thread was left interrupted");
      }
      interruptedByUs = false;
      checkLine();
    }
    if (problem == null) {
      finish();
    }
    return problem;
  }

  private void step() {
    Call before = Call.current();
    depth++;
    switch (random.nextInt(16)) {
      case 0, 1, 2, 3 -> callSync();
      case 4, 5, 6, 7, 8 -> callAsync();
      case 9, 10 -> advance(random.nextInt(150));
      case 11 -> endStage();
      case 12 -> endFuture();
      case 13 -> later();
      case 14 -> reconfigure();
      default -> moveBreaker();
    }
    depth--;
    if (Call.current() != before) {
      problem("another call is current than before");
    }
  }

  @Override
  public void meanwhile() {
    if (depth <= DEEPEST && !faults.stopped()) {
      step();
    }
  }

  @Override
  public void interrupted() {
    interruptedByUs = true;
  }

  @Override
  public void problem(String what) {
    log.add("PROBLEM: " + what);
    if (problem == null) {
      problem = this + ": " + what;
    }
  }

  private void interrupt() {
    interrupted();
    log.add("interrupt");
    Thread.currentThread().interrupt();
  }

  private RandomCall newCall() {
    Deadline deadline = Call.current().deadline().orElse(null);
    Duration total = policies.total();
    if (total != null) {
      Deadline own = Deadline.after(total, policies.time);
      deadline = deadline == null ? own : deadline.orEarlier(own);
    }
    RandomCall call = new RandomCall(random, faults, policies.time, this, deadline);
    calls.add(call);
    return call;
  }

  @SuppressWarnings(
      "NullAway") // The result may be null; NullAway does not see that a reference says so.
  private void callSync() {
    log.add("sync");
    if (random.nextInt(8) == 0) {
      interrupt();
    }
    Call before = enterAtTimes();
    RandomCall call = newCall();
    try {
      String unused = policies.withFallback
          ? policies.pipeline.<@Nullable String, Exception>callOrElse(
              call::run, reason -> otherwise())
          : policies.pipeline.<@Nullable String, Exception>call(call::run);
    } catch (Throwable failure) {
      if (!faults.mayBeSeen(failure)) {
        problem("the caller was thrown " + failure);
      }
    } finally {
      Call.enter(before);
    }
  }

  private void callAsync() {
    log.add("async");
    Call before = enterAtTimes();
    RandomCall call = newCall();
    try {
      CompletableFuture<@Nullable String> future = policies.withFallback
          ? policies.pipeline.callAsyncOrElse(call::start, reason -> otherwise())
          : policies.pipeline.callAsync(call::start);
      call.future = future;
      if (random.nextInt(6) == 0) {
        var unused = future.whenComplete((value, failure) -> meanwhile());
      }
    } catch (Throwable failure) {
      problem("an async call threw " + failure);
    } finally {
      Call.enter(before);
    }
  }

  /** Makes a call current with a deadline, as an outer pipeline would. */
  private Call enterAtTimes() {
    Call before = Call.current();
    if (random.nextInt(4) == 0) {
      Duration limit = Duration.ofMillis(1 + random.nextInt(200));
      Call.enter(before.within(Deadline.after(limit, policies.time)));
    }
    return before;
  }

  private String otherwise() {
    if (!faults.stopped() && random.nextInt(4) == 0) {
      throw faults.own(new IllegalStateException("fallback"));
    }
    return "fallback";
  }

  private void advance(int millis) {
    log.add("advance");
    policies.time.advance(Duration.ofMillis(millis));
  }

  private void endStage() {
    if (!calls.isEmpty()) {
      log.add("end stage");
      calls.get(random.nextInt(calls.size())).endStage();
    }
  }

  /** Ends a future that was handed out, from outside. */
  private void endFuture() {
    CompletableFuture<@Nullable String> future =
        calls.isEmpty() ? null : calls.get(random.nextInt(calls.size())).future;
    if (future == null) {
      return;
    }
    log.add("end future");
    switch (random.nextInt(4)) {
      case 0 -> future.complete("other");
      case 1 -> future.completeExceptionally(faults.own(new IOException("other")));
      default -> future.cancel(random.nextBoolean());
    }
  }

  /** Does one of these at an instant that others may be waiting at. */
  private void later() {
    Runnable what = switch (random.nextInt(4)) {
      case 0 -> this::endStage;
      case 1 -> this::endFuture;
      case 2 -> this::interrupt;
      default -> this::reconfigure;
    };
    timers.add(policies.time.schedule(Duration.ofMillis(random.nextInt(150)), what));
  }

  private void reconfigure() {
    log.add("reconfigure");
    if (policies.breaker != null && random.nextInt(3) == 0) {
      policies.breaker.reconfigure(policies.breakerConfig());
    }
    if (policies.bulkhead != null && random.nextBoolean()) {
      policies.bulkhead.reconfigure(policies.bulkheadConfig());
    }
    if (policies.limiter != null && random.nextBoolean()) {
      policies.limiter.reconfigure(policies.limiterConfig());
    }
  }

  private void moveBreaker() {
    if (policies.breaker == null) {
      return;
    }
    log.add("move breaker");
    switch (random.nextInt(6)) {
      case 0 -> policies.breaker.forceOpen();
      case 1 -> policies.breaker.disable();
      case 2 -> policies.breaker.metricsOnly();
      case 3 -> policies.breaker.trip(Duration.ofMillis(1 + random.nextInt(200)), "by hand");
      default -> policies.breaker.reset();
    }
  }

  private void finish() {
    log.add("finish");
    faults.stop();
    timers.forEach(Timer::cancel);
    for (int left = PATIENCE; left > 0 && !isQuiet(); left--) {
      calls.forEach(RandomCall::endStages);
      if (!isQuiet()) {
        policies.time.advance(Duration.ofMillis(10));
      }
    }
    calls.forEach(RandomCall::checkEnd);
    new Aftermath(policies, this::problem).check();
    boolean flagged = Thread.interrupted();
    if (flagged) {
      problem("the thread was left interrupted in the end");
    }
    if (Call.current().deadline().isPresent()) {
      problem("a call is current in the end");
    }
  }

  private boolean isQuiet() {
    return calls.stream().allMatch(call -> call.isDone() && !call.hasOpenStages());
  }

  /** Whoever waits in line has a caller that waits for it; no blocking call is under way here. */
  private void checkLine() {
    if (policies.bulkhead != null) {
      long waiting = calls.stream().filter(call -> !call.isDone()).count();
      if (policies.bulkhead.snapshot().queued() > waiting) {
        problem("a call whose future is done is still in line");
      }
    }
  }

  @Override
  public String toString() {
    return policies.pipeline + (policies.withFallback ? " with fallback" : "") + " " + log;
  }
}
