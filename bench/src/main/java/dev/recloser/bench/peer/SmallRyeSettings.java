package dev.recloser.bench.peer;

import io.smallrye.faulttolerance.api.TypedGuard;
import java.time.temporal.ChronoUnit;

/**
 * SmallRye Fault Tolerance 6.11.2, standalone. Its documentation, smallrye.io/docs/smallrye-fault-tolerance ("Programmatic
 * API" and "Reusable fault tolerance"), has a guard made once and kept, and without offload to another thread, which is the
 * default for what is not asynchronous. Metrics are off unless a registry is given ("Standalone"). Its circuit breaker judges
 * only a full window.
 */
public final class SmallRyeSettings {
  private SmallRyeSettings() {}

  public static TypedGuard.Builder<String> guard() {
    return TypedGuard.create(String.class);
  }

  public static <T> TypedGuard.Builder<T> counting(TypedGuard.Builder<T> guard, int window) {
    return guard
        .withCircuitBreaker()
        .requestVolumeThreshold(window)
        .failureRatio(0.5)
        .delay(1, ChronoUnit.DAYS)
        .done();
  }

  public static TypedGuard.Builder<String> retry(TypedGuard.Builder<String> guard) {
    return guard
        .withRetry()
        .maxRetries(2)
        .delay(0, ChronoUnit.MILLIS)
        .jitter(0, ChronoUnit.MILLIS)
        .done();
  }

  public static TypedGuard.Builder<String> bulkhead(TypedGuard.Builder<String> guard) {
    return guard.withBulkhead().limit(100).done();
  }

  public static TypedGuard.Builder<String> rateLimit(TypedGuard.Builder<String> guard) {
    return guard
        .withRateLimit()
        .limit(RecloserSettings.UNREACHED_RATE)
        .window(1, ChronoUnit.SECONDS)
        .done();
  }

  public static TypedGuard.Builder<String> timeout(TypedGuard.Builder<String> guard) {
    return guard.withTimeout().duration(10, ChronoUnit.SECONDS).done();
  }

  /** A guard whose breaker has seen a window of failures. */
  public static TypedGuard<String> opened(TypedGuard<String> guard, int window) {
    for (int i = 0; i < window; i++) {
      try {
        guard.get(() -> {
          throw new IllegalStateException("opens the breaker");
        });
      } catch (RuntimeException expected) {
        // The failures that it opens upon, or its first refusals.
      }
    }
    return guard;
  }
}
