package dev.recloser.circuitbreaker;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A permit that is out, or a health check that runs: it may report in any way, at any time, or never.
 *
 * @param grant what it reports to
 * @param leave what the plain breaker gave for it
 * @param since when it was handed out
 * @param isCheck whether it is a health check
 * @param reporter reports
 */
record Held(Grant grant, PlainLeave leave, long since, boolean isCheck, Consumer<Action> reporter) {

  static Held of(Permit permit, PlainLeave leave, long now) {
    Grant grant = Inside.read(permit, "grant", Grant.class);
    return new Held(grant, leave, now, false, action -> report(permit, action));
  }

  static Held of(Grant grant, PlainLeave leave, CompletableFuture<Boolean> check, long now) {
    return new Held(grant, leave, now, true, action -> report(check, action));
  }

  /** Reports; and once more, in three other ways, which must do nothing. */
  private static void report(Permit permit, Action action) {
    switch (action) {
      case PERMIT_SUCCEEDS -> permit.succeeded();
      case PERMIT_FAILS, PERMIT_FAILS_AS_BACKOFF_BREAKS -> permit.failed(Thrown.FAILURE);
      case PERMIT_FAILS_AS_CLASSIFIER_BREAKS -> permit.failed(Thrown.BREAKS_CLASSIFIER);
      case PERMIT_THREW_ERROR -> permit.failed(Thrown.ERROR);
      case PERMIT_RELEASED -> permit.released();
      case PERMIT_CLOSED_UNSETTLED -> permit.close();
      default -> throw new IllegalArgumentException(action.toString());
    }
    permit.succeeded("late");
    permit.failed(Thrown.FAILURE);
    permit.close();
  }

  private static void report(CompletableFuture<Boolean> check, Action action) {
    boolean first = switch (action) {
      case PERMIT_SUCCEEDS -> check.complete(true);
      case PERMIT_CLOSED_UNSETTLED -> check.complete(false);
      case PERMIT_FAILS, PERMIT_FAILS_AS_BACKOFF_BREAKS ->
        check.completeExceptionally(Thrown.FAILURE);
      default -> throw new IllegalArgumentException(action.toString());
    };
    if (!first) {
      throw new IllegalStateException("the check has ended before");
    }
  }

  /** Returns whether it can report so. */
  boolean can(Action action) {
    return switch (action) {
      case PERMIT_SUCCEEDS, PERMIT_FAILS, PERMIT_CLOSED_UNSETTLED, PERMIT_FAILS_AS_BACKOFF_BREAKS ->
        true;
      case PERMIT_LOST_FOR_GOOD -> grant instanceof Probe;
      default -> !isCheck;
    };
  }
}
