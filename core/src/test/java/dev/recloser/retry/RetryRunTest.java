package dev.recloser.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A task without a result is retried as any other. */
class RetryRunTest {
  private final Retry retry =
      Retry.builder("run").maxAttempts(3).timeSource(new ManualTimeSource()).build();
  private int runs;

  @Test
  void itRunsUntilItSucceeds() throws IOException {
    retry.run(() -> {
      if (++runs < 3) {
        throw new IOException("down");
      }
    });
    assertThat(runs).isEqualTo(3);
  }

  @Test
  void itRunsOnceWhereTheRetryIsDisabled() throws IOException {
    retry.disable();
    retry.run(() -> runs++);
    assertThat(runs).isEqualTo(1);
  }

  @Test
  void aSuccessAfterAFailureHasNoResultThatCouldBeRefused() throws IOException {
    Retry judging = Retry.builder("judging")
        .retryOnResult(Boolean.FALSE::equals)
        .timeSource(new ManualTimeSource())
        .build();
    judging.run(() -> {
      if (++runs < 2) {
        throw new IOException("down");
      }
    });
    assertThat(runs).isEqualTo(2);
  }
}
