package dev.recloser.circuitbreaker;

import dev.recloser.Outcome;
import org.jspecify.annotations.Nullable;

/** What can be done to a modelled breaker. */
enum Action {
  ACQUIRE(Kind.ASK, null),
  TRY_ACQUIRE(Kind.ASK, null),
  TRY_ACQUIRE_WHILE_CHECKS_BREAK(Kind.ASK, null),

  CALL_SUCCEEDS(Kind.CALL, Outcome.SUCCESS),
  CALL_FAILS(Kind.CALL, Outcome.FAILURE),
  CALL_THROWS_ERROR(Kind.CALL, Outcome.IGNORED),
  CALL_IS_IGNORED_BY_PREDICATE(Kind.CALL, Outcome.IGNORED),
  CALL_FAILS_AS_CLASSIFIER_BREAKS(Kind.CALL, Outcome.FAILURE),
  CALL_FAILS_AS_BACKOFF_BREAKS(Kind.CALL, Outcome.FAILURE),
  CALL_NESTS_AND_SUCCEEDS(Kind.CALL, Outcome.SUCCESS),
  CALL_NESTS_AND_FAILS(Kind.CALL, Outcome.FAILURE),
  CALL_SUCCEEDS_AFTER_A_RESET(Kind.CALL, Outcome.SUCCESS),
  CALL_FAILS_AFTER_A_RESET(Kind.CALL, Outcome.FAILURE),
  RUN_SUCCEEDS(Kind.CALL, Outcome.SUCCESS),
  RUN_FAILS(Kind.CALL, Outcome.FAILURE),
  RUN_THROWS_ERROR(Kind.CALL, Outcome.IGNORED),
  STAGE_SUCCEEDS(Kind.CALL, Outcome.SUCCESS),
  STAGE_FAILS(Kind.CALL, Outcome.FAILURE),
  STAGE_IS_CANCELLED(Kind.CALL, Outcome.IGNORED),

  PERMIT_SUCCEEDS(Kind.REPORT, Outcome.SUCCESS),
  PERMIT_FAILS(Kind.REPORT, Outcome.FAILURE),
  PERMIT_FAILS_AS_CLASSIFIER_BREAKS(Kind.REPORT, Outcome.FAILURE),
  PERMIT_FAILS_AS_BACKOFF_BREAKS(Kind.REPORT, Outcome.FAILURE),
  PERMIT_THREW_ERROR(Kind.REPORT, Outcome.IGNORED),
  PERMIT_RELEASED(Kind.REPORT, Outcome.IGNORED),
  PERMIT_CLOSED_UNSETTLED(Kind.REPORT, Outcome.FAILURE),
  PERMIT_LOST_FOR_GOOD(Kind.REPORT, null),

  TICK(Kind.TIME, null),

  FORCE_OPEN(Kind.HAND, null),
  DISABLE(Kind.HAND, null),
  METRICS_ONLY(Kind.HAND, null),
  RESET(Kind.HAND, null),
  TRIP(Kind.HAND, null),
  RECONFIGURE(Kind.HAND, null);

  /** Who acts. */
  enum Kind {
    ASK,
    CALL,
    REPORT,
    TIME,
    HAND;

    /** Returns whether somebody asks for leave to make a call. */
    boolean asks() {
      return this == ASK || this == CALL;
    }
  }

  final Kind kind;

  /** What the call that it ends counts as; null if it ends none. */
  final @Nullable Outcome outcome;

  Action(Kind kind, @Nullable Outcome outcome) {
    this.kind = kind;
    this.outcome = outcome;
  }
}
