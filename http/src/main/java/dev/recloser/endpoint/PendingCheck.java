package dev.recloser.endpoint;

import dev.recloser.check.SafeLog;
import dev.recloser.time.Timer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One check of one endpoint, from its timer to its answer. */
final class PendingCheck<E> {
  private static final System.Logger LOGGER = System.getLogger(PendingCheck.class.getName());

  /*
   * A timer may fire before schedule() has returned it, and close() may come at any moment. So whoever sets a field looks
   * at the flag after that, and cancel() sets the flag before it looks at the fields: one of the two sees the other.
   */

  private final Checkup<E> checkup;
  private final HealthChecks<E> checks;
  private final E endpoint;
  private final CompletableFuture<Boolean> answer = new CompletableFuture<>();
  private volatile @Nullable Timer timer;
  private volatile @Nullable Timer timeout;
  private volatile @Nullable CompletionStage<Boolean> stage;
  private volatile boolean cancelled;

  /** The answer, and the call that asked for it, which may go on for longer: then it holds a thread, and no other may. */
  private final AtomicInteger unfinished = new AtomicInteger(2);

  PendingCheck(Checkup<E> checkup, HealthChecks<E> checks, E endpoint) {
    this.checkup = checkup;
    this.checks = checks;
    this.endpoint = endpoint;
  }

  void schedule(Duration delay) {
    timer = checks.time().schedule(delay, this::run);
    cancelIfLate();
  }

  /** Gives the check up, and cancels what is going on. */
  void cancel() {
    cancelled = true;
    cancel(timer);
    cancel(timeout);
    cancelStage();
  }

  private void run() {
    if (cancelled) {
      return;
    }
    var unused = answer.whenComplete((well, none) -> {
      try {
        cancel(timeout);
        checkup.answered(this, well);
      } finally {
        partEnded();
      }
    });
    try {
      timeout = checks.time().schedule(checks.timeout(), this::giveUp);
      CompletionStage<Boolean> begun = checks.check().check(endpoint);
      stage = begun;
      begun.whenComplete(
          (well, failure) -> answer.complete(failure == null && Boolean.TRUE.equals(well)));
    } catch (Throwable fault) {
      SafeLog.warn(LOGGER, () -> "the health check of " + endpoint + " threw", fault);
      answer.complete(false);
    }
    cancelIfLate();
    partEnded();
  }

  private void partEnded() {
    if (unfinished.decrementAndGet() == 0) {
      checkup.ended(this);
    }
  }

  private void giveUp() {
    if (answer.complete(false)) {
      cancelStage();
    }
  }

  private void cancelIfLate() {
    if (cancelled) {
      cancel();
    } else if (answer.isDone()) {
      cancel(timeout);
      cancelStage();
    }
  }

  private void cancelStage() {
    CompletionStage<Boolean> begun = stage;
    if (begun == null) {
      return;
    }
    try {
      begun.toCompletableFuture().cancel(true);
    } catch (Throwable fault) {
      SafeLog.warn(LOGGER, () -> "the health check of " + endpoint + " cannot be cancelled", fault);
    }
  }

  private static void cancel(@Nullable Timer set) {
    if (set != null) {
      set.cancel();
    }
  }
}
