package dev.recloser.testkit;

import dev.recloser.RejectedException;
import java.time.Duration;
import java.util.Optional;

/** A refusal that a script plays. */
final class ScriptedRejection extends RejectedException {
  private static final long serialVersionUID = 1L;

  private final String reason;

  ScriptedRejection(String reason) {
    super("script", true, false);
    this.reason = reason;
  }

  @Override
  public String reason() {
    return reason;
  }

  @Override
  public Optional<Duration> retryAfter() {
    return Optional.empty();
  }

  @Override
  public RejectedException ofOneCall() {
    return this;
  }
}
