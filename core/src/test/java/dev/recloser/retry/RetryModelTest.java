package dev.recloser.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.Backoff;
import dev.recloser.RetryBudget;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** Random tasks under random settings: the blocking and the asynchronous form do what a plain loop does. */
class RetryModelTest {

  private record Settings(
      int maxAttempts, int tokens, int maxMillis, int stopAt, List<Object> part) {

    static Settings random(Random random) {
      List<Object> part = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        part.add(
            switch (random.nextInt(8)) {
              case 0 -> "value " + i;
              case 1 -> new IllegalArgumentException("not retried " + i);
              case 2 -> new AssertionError("error " + i);
              case 3, 4 -> "bad";
              default -> new IOException("retried " + i);
            });
      }
      return new Settings(
          1 + random.nextInt(7),
          1 + random.nextInt(8),
          1 + random.nextInt(3_000),
          1 + random.nextInt(9),
          part);
    }

    Retry retry(ManualTimeSource time) {
      return Retry.builder("r")
          .maxAttempts(maxAttempts)
          .maxDuration(Duration.ofMillis(maxMillis))
          .retryOn(IOException.class)
          .retryOnResult("bad"::equals)
          .backoff(
              (n, previous, random) -> n == stopAt ? Backoff.STOP : Duration.ofMillis(100L * n))
          .budget(RetryBudget.builder()
              .capacity(tokens)
              .depositPerCall(0)
              .refillPerSecond(0)
              .timeSource(time)
              .build())
          .timeSource(time)
          .build();
    }
  }

  private record Story(@Nullable Object end, List<Long> startedAtMillis) {}

  @RepeatedTest(20)
  void bothFormsAgreeWithThePlainLoop(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    for (int i = 0; i < 100; i++) {
      Settings settings = Settings.random(random);

      Story expected = plainLoop(settings);
      assertThat(blocking(settings)).as("blocking, %s", settings).isEqualTo(expected);
      assertThat(async(settings)).as("async, %s", settings).isEqualTo(expected);
    }
  }

  private static Story plainLoop(Settings settings) {
    List<Long> starts = new ArrayList<>();
    long now = 0;
    for (int attempt = 1; ; attempt++) {
      starts.add(now);
      Object end = settings.part.get(Math.min(attempt, settings.part.size()) - 1);
      boolean retried = end instanceof IOException || end.equals("bad");
      boolean last = attempt == settings.maxAttempts
          || attempt == settings.stopAt
          || now + 100L * attempt >= settings.maxMillis
          || attempt > settings.tokens;
      if (!retried || last) {
        return new Story(end, starts);
      }
      now += 100L * attempt;
    }
  }

  private static Story blocking(Settings settings) {
    ManualTimeSource time = new ManualTimeSource();
    Script task = new Script(time, settings.part.toArray());
    Object end;
    try {
      end = settings.retry(time).call(task);
    } catch (Throwable failure) {
      end = failure;
    }
    return new Story(end, millis(task));
  }

  private static Story async(Settings settings) {
    ManualTimeSource time = new ManualTimeSource();
    Script task = new Script(time, settings.part.toArray());
    CompletableFuture<Object> future = settings.retry(time).callAsync(task::stage);
    time.advance(Duration.ofHours(1));
    assertThat(time.pendingTimers()).isZero();
    Object end = future
        .<Object>handle((value, failure) -> failure == null ? value : failure)
        .join();
    return new Story(end, millis(task));
  }

  private static List<Long> millis(Script task) {
    return task.startedAt.stream().map(Duration::toMillis).toList();
  }
}
