package dev.recloser.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SystemTimeSourceTest {
  private final TimeSource time = TimeSource.system();

  @Test
  void sleepsAtLeastAsLongAsAsked() throws InterruptedException {
    long start = time.nanoTime();

    time.sleep(Duration.ofNanos(1_500_000));

    assertThat(time.nanoTime() - start).isGreaterThanOrEqualTo(1_500_000);
  }

  @Test
  void tellsTheDate() {
    assertThat(time.wallTime()).isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
  }

  @Test
  void doesNotSleepWithTheInterruptFlagSet() {
    for (Duration duration :
        new Duration[] {Duration.ZERO, Duration.ofNanos(-1), Duration.ofSeconds(Long.MAX_VALUE)}) {
      Thread.currentThread().interrupt();

      assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> time.sleep(duration));
      assertThat(Thread.interrupted()).isFalse();
    }
  }

  // C98
  @Test
  void anEndlessSleepDoesNotOverflowAndEndsAtAnInterrupt() throws Exception {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    CompletableFuture<Thread> sleeper = new CompletableFuture<>();
    Future<Boolean> interrupted = pool.submit(() -> {
      sleeper.complete(Thread.currentThread());
      try {
        time.sleep(Duration.ofSeconds(Long.MAX_VALUE));
        return false;
      } catch (InterruptedException e) {
        return true;
      }
    });

    sleeper.get().interrupt();

    assertThat(interrupted.get(10, TimeUnit.SECONDS)).isTrue();
    pool.shutdown();
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0",
    "PT-0.000000001S, -1",
    "PT9223372035.999999999S, 9223372035999999999",
    "PT9223372036.854775807S, 9223372036854775807",
    "PT9223372036.854775808S, 9223372036854775807",
    "PT9223372037S, 9223372036854775807",
    "PT-9223372036.854775808S, -9223372036854775808",
    "PT-9223372036.854775809S, -9223372036854775808",
    "PT-9223372037S, -9223372036854775808",
    "PT9223372036854775807S, 9223372036854775807",
    "PT-9223372036854775808S, -9223372036854775808"
  })
  void nanosecondsSaturate(Duration duration, long nanos) {
    assertThat(TimeSource.saturatedNanos(duration)).isEqualTo(nanos);
  }

  @Test
  void randomNumbersAreSpreadOverTheUnitInterval() {
    int lower = 0;
    for (int i = 0; i < 10_000; i++) {
      double number = Randomness.system().nextDouble();
      assertThat(number).isGreaterThanOrEqualTo(0).isLessThan(1);
      lower += number < 0.5 ? 1 : 0;
    }

    assertThat(lower).isBetween(4_500, 5_500);
  }

  @Test
  @SuppressWarnings("NullAway") // That is what is tested.
  void refusesNulls() {
    assertThatIllegalArgumentException().isThrownBy(() -> time.sleep(null));
    assertThatIllegalArgumentException().isThrownBy(() -> time.schedule(null, () -> {}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> time.schedule(Duration.ZERO, null))
        .withMessage("task must not be null, but was null");
  }
}
