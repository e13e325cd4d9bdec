package dev.recloser;

import java.time.Duration;
import java.util.Optional;

/** A hint when to come back, carried by an exception or a result; such as a server's {@code Retry-After}. */
public interface RetryAfter {

  /** Returns how long to wait from now on; empty when nothing is known. */
  Optional<Duration> retryAfter();
}
