package dev.recloser.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.recloser.Backoff;
import dev.recloser.RetryAfter;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** A hint when to come back, carried by a failure or a result. */
class RetryHintsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualTimeSource time = new ManualTimeSource();
  private final IOException failure = new IOException();

  @Test
  void stretchesTheDelayAndNeverShortensIt() {
    assertThat(starts(builder(), new Hinting(Optional.of(Duration.ofSeconds(5)))))
        .containsExactly(Duration.ZERO, Duration.ofSeconds(5), Duration.ofSeconds(10));
    for (Duration shorter : List.of(SECOND.dividedBy(2), Duration.ZERO, SECOND.negated())) {
      assertThat(starts(builder(), new Hinting(Optional.of(shorter))))
          .containsExactly(Duration.ZERO, SECOND, SECOND.multipliedBy(2));
    }
    assertThat(starts(builder(), new Hinting(Optional.empty())))
        .containsExactly(Duration.ZERO, SECOND, SECOND.multipliedBy(2));
  }

  @Test
  void isCapped() {
    Hinting day = new Hinting(Optional.of(Duration.ofDays(1)));

    assertThat(starts(builder().maxAttempts(2), day))
        .containsExactly(Duration.ZERO, Duration.ofMinutes(1));
    assertThat(starts(builder().maxAttempts(2).retryAfterCap(Duration.ofSeconds(7)), day))
        .containsExactly(Duration.ZERO, Duration.ofSeconds(7));
    assertThat(starts(builder().maxAttempts(2).retryAfterCap(Duration.ZERO), day))
        .containsExactly(Duration.ZERO, SECOND);
  }

  @Test
  void isFoundUnderTheWrappersOfFutures() {
    Throwable wrapped = new CompletionException(new Hinting(Optional.of(Duration.ofSeconds(5))));

    assertThat(starts(builder().maxAttempts(2), wrapped))
        .containsExactly(Duration.ZERO, Duration.ofSeconds(5));
  }

  @Test
  void mayComeWithAResult() throws Exception {
    RetryAfter busy = () -> Optional.of(Duration.ofSeconds(5));
    Script task = new Script(time, busy, "done");

    assertThat(builder().retryOnResult(busy::equals).build().call(task)).isEqualTo("done");
    assertThat(task.startedAt).containsExactly(Duration.ZERO, Duration.ofSeconds(5));
  }

  @Test
  void isThatOfARefusalWhereThoseAreRetried() {
    TestRefusal refusal = new TestRefusal(Optional.of(Duration.ofSeconds(30)));

    assertThat(starts(builder().maxAttempts(2).retryOn(TestRefusal.class), refusal))
        .containsExactly(Duration.ZERO, Duration.ofSeconds(30));
  }

  @Test
  void doesNotSpoilTheDelayThatTheBackoffGrowsFrom() {
    Retry.Builder builder = builder().backoff((n, previous, random) -> previous.plus(SECOND));

    assertThat(starts(builder, new Hinting(Optional.of(Duration.ofSeconds(5))), failure))
        .containsExactly(Duration.ZERO, Duration.ofSeconds(5), Duration.ofSeconds(7));
  }

  @Test
  void countsAgainstTheMaxDuration() {
    Hinting hint = new Hinting(Optional.of(Duration.ofSeconds(5)));

    assertThat(starts(builder().maxDuration(Duration.ofSeconds(5)), hint)).hasSize(1);
  }

  private static final class Hinting extends Exception implements RetryAfter {
    private static final long serialVersionUID = 1L;

    private final transient Optional<Duration> retryAfter;

    Hinting(Optional<Duration> retryAfter) {
      this.retryAfter = retryAfter;
    }

    @Override
    public Optional<Duration> retryAfter() {
      return retryAfter;
    }
  }

  private Retry.Builder builder() {
    return Retry.builder("r").backoff(Backoff.fixed(SECOND)).timeSource(time);
  }

  private List<Duration> starts(Retry.Builder builder, Object... part) {
    Script task = new Script(time, part);
    assertThat(catchThrowable(() -> builder.build().call(task))).isSameAs(part[part.length - 1]);
    return task.startedAt;
  }
}
