package dev.recloser.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.recloser.Backoff;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Results that are retried. */
class RetryResultsTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final Retry retry = builder().retryOnResult("bad"::equals).build();

  @Test
  void anAcceptedResultIsReturnedAtOnce() throws Exception {
    Script task = new Script(time, "good");

    assertThat(retry.call(task)).isEqualTo("good");
    assertThat(task.runs()).isEqualTo(1);
  }

  @Test
  void aBadResultIsRetriedUntilThereIsAGoodOne() throws Exception {
    Script task = new Script(time, "bad", "bad", "good");

    assertThat(retry.call(task)).isEqualTo("good");
    assertThat(task.startedAt)
        .containsExactly(Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(2));
  }

  @Test
  void theLastBadResultIsReturned() throws Exception {
    Retry never = builder().retryOnResult(any -> true).build();
    Script task = new Script(time, "first", "second", "third");

    assertThat(never.call(task)).isEqualTo("third");
    assertThat(task.runs()).isEqualTo(3);
  }

  @Test
  void aBadResultAfterFailuresIsReturnedAndTheFailuresAreForgotten() throws Exception {
    assertThat(retry.call(new Script(time, new IOException(), new IOException(), "bad")))
        .isEqualTo("bad");
  }

  @Test
  void aFailureAfterBadResultsIsThrown() {
    IOException failure = new IOException();

    assertThat(catchThrowable(() -> retry.call(new Script(time, "bad", "bad", failure))))
        .isSameAs(failure)
        .hasNoSuppressedExceptions();
  }

  @Test
  @SuppressWarnings("NullAway") // It cannot tell yet that the type of the result allows null.
  void thePredicateSeesNullToo() {
    Retry nonNull = builder().retryOnResult(Objects::isNull).build();
    int[] runs = {0};

    assertThat(nonNull.<String, RuntimeException>call(() -> ++runs[0] < 3 ? null : "value"))
        .isEqualTo("value");
    assertThat(runs[0]).isEqualTo(3);
  }

  @Test
  void anyOfSeveralPredicatesWillDo() throws Exception {
    Retry both = builder().retryOnResult("a"::equals).retryOnResult("b"::equals).build();
    Script task = new Script(time, "a", "b", "c");

    assertThat(both.call(task)).isEqualTo("c");
  }

  @Test
  void aTaskWithoutAResultIsNotJudgedByOne() {
    List<Object> judged = new ArrayList<>();
    Retry picky =
        builder().retryOnResult(result -> judged.add(String.valueOf(result))).build();
    int[] runs = {0};

    picky.run(() -> {
      if (++runs[0] == 1) {
        throw new IllegalStateException();
      }
    });

    assertThat(runs[0]).isEqualTo(2);
    assertThat(judged).isEmpty();
  }

  // C74, E34: there the synchronous path failed with an exception of the library's own.
  @Test
  void aBackoffThatSaysStopReturnsTheBadResult() throws Exception {
    Retry stopping = builder()
        .backoff((attempt, previous, random) -> Duration.ofMillis(-1))
        .retryOnResult("bad"::equals)
        .build();
    Script task = new Script(time, "bad");

    assertThat(stopping.call(task)).isEqualTo("bad");
    assertThat(task.runs()).isEqualTo(1);
  }

  private Retry.Builder builder() {
    return Retry.builder("r").backoff(Backoff.fixed(Duration.ofSeconds(1))).timeSource(time);
  }
}
