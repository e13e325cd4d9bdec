package dev.recloser.retry;

import org.jspecify.annotations.Nullable;

/** Knows no more of a call than the settings do. */
enum AsConfigured implements RetryJudge {
  JUDGE;

  @Override
  public Verdict ofResult(@Nullable Object result) {
    return Verdict.AS_CONFIGURED;
  }

  @Override
  public Verdict ofFailure(Throwable failure) {
    return Verdict.AS_CONFIGURED;
  }
}
