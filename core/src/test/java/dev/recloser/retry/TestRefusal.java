package dev.recloser.retry;

import dev.recloser.RejectedException;
import java.time.Duration;
import java.util.Optional;

/** The refusal of some policy further in. */
final class TestRefusal extends RejectedException {
  private static final long serialVersionUID = 1L;

  private final transient Optional<Duration> retryAfter;

  /** Makes one that is shared by many calls. */
  TestRefusal(Optional<Duration> retryAfter) {
    this(retryAfter, false);
  }

  private TestRefusal(Optional<Duration> retryAfter, boolean ofOneCall) {
    super("inner", ofOneCall, false);
    this.retryAfter = retryAfter;
  }

  @Override
  public String reason() {
    return "no room";
  }

  @Override
  public Optional<Duration> retryAfter() {
    return retryAfter;
  }

  @Override
  public TestRefusal ofOneCall() {
    return new TestRefusal(retryAfter, true);
  }
}
