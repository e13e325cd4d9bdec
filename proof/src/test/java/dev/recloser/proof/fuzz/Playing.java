package dev.recloser.proof.fuzz;

import dev.recloser.Backoff;
import dev.recloser.Next;
import dev.recloser.Pipeline;
import dev.recloser.PipelineWithFallback;
import dev.recloser.Policy;
import dev.recloser.RetryBudget;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.time.ManualTimeSource;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Makes a few calls through what was accepted, which must then work: each call ends, and as its task did. */
final class Playing {
  private static final int CALLS = 12;

  /** From a tenth of a second, each ten times the one before, to the end of time. */
  private static final int STEPS = 14;

  /** Time has an end, after 292 years. What opens shortly before that never closes. */
  private static final Duration BARELY_BEGUN = Duration.ofDays(365);

  private final Random random;
  private final ManualTimeSource time;
  private final Making making;
  private final Tally tally;

  private record Pending(Guarded task, CompletableFuture<?> future) {}

  Playing(Random random, ManualTimeSource time, Making making, Tally tally) {
    this.random = random;
    this.time = time;
    this.making = making;
    this.tally = tally;
  }

  void play(Object made) {
    if (made instanceof Backoff backoff) {
      playBackoff(backoff);
    } else if (made instanceof RetryBudget budget) {
      budget.deposit();
      var unused = budget.tryWithdraw();
    } else if (isGuard(made)) {
      playGuard(made);
    }
  }

  /** A wait on the system's time would be a real one. */
  private boolean isGuard(Object made) {
    if (made instanceof Pipeline pipeline
        && pipeline.policies().stream().anyMatch(policy -> Proxy.isProxyClass(policy.getClass()))) {
      // A drawn policy keeps none of the promises of one.
      return false;
    }
    return made instanceof CircuitBreaker
        || ((made instanceof Policy
                || made instanceof Pipeline
                || made instanceof PipelineWithFallback)
            && Clocks.are(time, made));
  }

  private void playBackoff(Backoff backoff) {
    for (int i = 0; i < CALLS; i++) {
      try {
        var unused = backoff.delay(1 + random.nextInt(100), Duration.ofSeconds(1), random);
      } catch (Functions.CallbackFault e) {
        // A drawn backoff may throw.
        return;
      }
    }
  }

  private void playGuard(Object guard) {
    Strange strange = new Strange(guard, making);
    int mostFailures = Clocks.are(time, guard) ? 4 : 1;
    List<Pending> pending = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      Guarded task = new Guarded(random, time, random.nextInt(mostFailures), strange);
      if (random.nextBoolean()) {
        call(guard, task);
      } else {
        pending.add(new Pending(task, callAsync(guard, task)));
      }
      advance(Duration.ofMillis(random.nextInt(3) * 700L));
    }
    letAllEnd(pending);
    pending.forEach(each -> check(guard, each));
    boolean timeIsLeft = time.elapsed().compareTo(BARELY_BEGUN) < 0;
    if (timeIsLeft && Clocks.are(time, guard) && !strange.mayRefuseAll()) {
      checkThatOneGetsThrough(guard, strange);
    }
  }

  /** With nothing running, and time to recover in, a guard must let a call through. */
  private void checkThatOneGetsThrough(Object guard, Strange strange) {
    Duration step = Duration.ofMillis(100);
    for (int i = 0; i < STEPS; i++) {
      Guarded task = new Guarded(random, time, 0, strange);
      call(guard, task);
      if (task.hasRun()) {
        tally.letThrough();
        return;
      }
      advance(step);
      step = step.multipliedBy(10);
    }
    throw new AssertionError("no call gets through " + guard + ", after\n  " + making);
  }

  private void call(Object guard, Guarded task) {
    Object result;
    try {
      result = guard instanceof Policy policy
          ? policy.<@Nullable Object, Exception>call(Next.task(), task::task)
          : guard instanceof Pipeline pipeline
              ? pipeline.<@Nullable Object, Exception>call(task::task)
              : fallback(guard).call(task::task);
    } catch (Throwable failure) {
      checkFailure(guard, task, failure);
      return;
    }
    checkResult(guard, task, result);
  }

  private static CompletableFuture<?> callAsync(Object guard, Guarded task) {
    return guard instanceof Policy policy
        ? policy.callAsync(Next.task(), task::stage)
        : guard instanceof Pipeline pipeline
            ? pipeline.callAsync(task::stage)
            : fallback(guard).callAsync(task::stage);
  }

  @SuppressWarnings("unchecked") // Its fallback is a drawn one, whose values are of no type.
  private static PipelineWithFallback<@Nullable String> fallback(Object guard) {
    return (PipelineWithFallback<@Nullable String>) guard;
  }

  /** Lets time pass in ever longer steps, up to the end of it, until all futures are done. */
  private void letAllEnd(List<Pending> pending) {
    Duration step = Duration.ofMillis(100);
    for (int i = 0;
        i < STEPS && pending.stream().anyMatch(each -> !each.future().isDone());
        i++) {
      advance(step);
      step = step.multipliedBy(10);
    }
  }

  /** What else was set on this time may throw. */
  private void advance(Duration duration) {
    try {
      time.advance(duration);
    } catch (Functions.CallbackFault e) {
      return;
    }
  }

  private void check(Object guard, Pending pending) {
    if (!pending.future().isDone()) {
      throw new AssertionError("a call through " + guard + " never ends, with " + pending.task()
          + ", after\n  " + making);
    }
    Object result;
    try {
      result = pending.future().join();
    } catch (CompletionException failure) {
      checkFailure(guard, pending.task(), failure.getCause());
      return;
    }
    checkResult(guard, pending.task(), result);
  }

  private void checkResult(Object guard, Guarded task, @Nullable Object result) {
    tally.ended(true);
    if (!task.mayReturn(result)) {
      throw new AssertionError("a call through " + guard + " returned " + result + ", with " + task
          + ", after\n  " + making);
    }
  }

  private void checkFailure(Object guard, Guarded task, @Nullable Throwable failure) {
    tally.ended(false);
    if (failure == null || !task.mayThrow(failure)) {
      throw new AssertionError(
          "a call through " + guard + " ended with " + failure + ", with " + task + ", after\n  "
              + making,
          failure);
    }
  }
}
