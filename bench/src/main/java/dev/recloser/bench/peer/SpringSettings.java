package dev.recloser.bench.peer;

import java.time.Duration;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;

/**
 * The retry of Spring Framework 7.0.10. Its documentation, docs.spring.io ("Resilience Features", programmatic retry support),
 * has a template made once and kept; it says nothing on speed.
 */
public final class SpringSettings {
  private SpringSettings() {}

  public static RetryTemplate retry() {
    return new RetryTemplate(
        RetryPolicy.builder().maxRetries(2).delay(Duration.ZERO).build());
  }
}
