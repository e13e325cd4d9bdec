package dev.recloser.endpoint;

import dev.recloser.check.SafeLog;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The health checks of one endpoint, one after the other, until it is closed. */
final class Checkup<E> {
  private static final System.Logger LOGGER = System.getLogger(Checkup.class.getName());

  private final Member<E> member;
  private final HealthChecks<E> checks;
  private final Consumer<Member<E>> onChange;

  /** The check that waits for its time or for its answer; null once there are to be no more. */
  private final AtomicReference<@Nullable PendingCheck<E>> pending;

  /** How many answers in a row spoke against the present health. Touched by one check after the other. */
  private int against;

  Checkup(Member<E> member, HealthChecks<E> checks, Consumer<Member<E>> onChange) {
    this.member = member;
    this.checks = checks;
    this.onChange = onChange;
    this.pending = new AtomicReference<>(new PendingCheck<>(this, checks, member.endpoint()));
  }

  void start() {
    PendingCheck<E> first = pending.get();
    if (first != null) {
      first.schedule(checks.firstDelay());
    }
  }

  /** Ends the checks: one that waits is not begun, one that runs is cancelled. */
  void close() {
    PendingCheck<E> last = pending.getAndSet(null);
    if (last != null) {
      last.cancel();
    }
  }

  /** Takes the answer of a check, unless the checks have ended meanwhile. */
  void answered(PendingCheck<E> answered, boolean well) {
    if (pending.get() == answered) {
      take(well);
    }
  }

  /** Sets the next check after one that was answered and has returned, unless the checks have ended meanwhile. */
  void ended(PendingCheck<E> answered) {
    PendingCheck<E> next = new PendingCheck<>(this, checks, member.endpoint());
    if (pending.compareAndSet(answered, next)) {
      scheduleOrLog(next);
    }
  }

  private void take(boolean well) {
    if (well == member.healthy()) {
      against = 0;
      return;
    }
    against++;
    if (against >= (well ? checks.healthyAfter() : checks.unhealthyAfter())) {
      against = 0;
      if (well) {
        member.warmup().start(checks.time().nanoTime());
      }
      member.healthy(well);
      onChange.accept(member);
    }
  }

  private void scheduleOrLog(PendingCheck<E> next) {
    try {
      next.schedule(checks.nextDelay());
    } catch (Throwable fault) {
      SafeLog.warn(LOGGER, () -> "there are no more health checks of " + member.endpoint(), fault);
    }
  }
}
