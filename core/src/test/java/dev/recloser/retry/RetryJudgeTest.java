package dev.recloser.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RetryJudgeTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final List<RetryEvent> events = new ArrayList<>();
  private final Retry retry =
      Retry.builder("judged").retryOn(IOException.class).timeSource(time).build();
  private int runs;

  RetryJudgeTest() {
    retry.onEvent(events::add);
  }

  @Test
  void aJudgeCallsForAnotherAttemptAfterAResult() {
    String result = retry.call(judge(RetryJudge.Verdict.RETRY, 2), () -> "run " + ++runs);

    assertThat(result).isEqualTo("run 3");
  }

  @Test
  void aJudgeForbidsWhatTheSettingsWouldRepeat() {
    assertThatThrownBy(() -> retry.call(judge(RetryJudge.Verdict.ACCEPT, 9), this::fail))
        .isInstanceOf(IOException.class);

    assertThat(runs).isEqualTo(1);
    assertThat(events).singleElement().isInstanceOf(RetryEvent.GaveUp.class);
  }

  @Test
  void withoutAnOpinionTheSettingsDecide() {
    assertThatThrownBy(() -> retry.call(judge(RetryJudge.Verdict.AS_CONFIGURED, 9), this::fail))
        .isInstanceOf(IOException.class);

    assertThat(runs).isEqualTo(3);
  }

  @Test
  void aJudgeSaysHowLongToWait() {
    CompletableFuture<String> future = retry.callAsync(
        judge(RetryJudge.Verdict.RETRY, 1),
        () -> CompletableFuture.completedFuture("run " + ++runs));

    time.advance(Duration.ofSeconds(7).minusNanos(1));
    assertThat(runs).isEqualTo(1);
    time.advance(Duration.ofNanos(1));
    assertThat(future).isCompletedWithValue("run 2");
  }

  @Test
  void aJudgeThatThrowsEndsTheCallWithWhatTheAttemptBrought() {
    RetryJudge faulty = new RetryJudge() {
      @Override
      public Verdict ofResult(@Nullable Object result) {
        throw new IllegalStateException("no opinion");
      }

      @Override
      public Verdict ofFailure(Throwable failure) {
        throw new IllegalStateException("no opinion");
      }
    };

    assertThat(retry.call(faulty, () -> "result")).isEqualTo("result");
    assertThatThrownBy(() -> retry.call(faulty, this::fail)).isInstanceOf(IOException.class);

    assertThat(runs).isEqualTo(1);
    assertThat(events)
        .filteredOn(RetryEvent.CallbackFailed.class::isInstance)
        .extracting(event -> ((RetryEvent.CallbackFailed) event).callback())
        .containsExactly("judge, retryOnResult predicate", "judge, retryOn predicate or backoff");
  }

  private String fail() throws IOException {
    runs++;
    throw new IOException("down");
  }

  /** Judges like this so many times, and accepts what comes then. */
  private static RetryJudge judge(RetryJudge.Verdict verdict, int times) {
    int[] left = {times};
    return new RetryJudge() {
      @Override
      public Verdict ofResult(@Nullable Object result) {
        return left[0]-- > 0 ? verdict : Verdict.ACCEPT;
      }

      @Override
      public Verdict ofFailure(Throwable failure) {
        return left[0]-- > 0 ? verdict : Verdict.ACCEPT;
      }

      @Override
      public Optional<Duration> retryAfter(@Nullable Object evidence) {
        return "run 1".equals(evidence) ? Optional.of(Duration.ofSeconds(7)) : Optional.empty();
      }
    };
  }
}
