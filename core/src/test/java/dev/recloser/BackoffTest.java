package dev.recloser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BackoffTest {
  private static final RandomGenerator NEVER_ASKED = () -> {
    throw new AssertionError("asked for a random number");
  };

  @Nested
  class Exponential {

    // S004-19, S004-10
    @Test
    void doublesFromTheBaseUpToTheCap() {
      Backoff backoff = Backoff.exponential(Duration.ofMillis(200), 2, Duration.ofSeconds(10));

      assertThat(millis(backoff, 9))
          .containsExactly(200L, 400L, 800L, 1600L, 3200L, 6400L, 10_000L, 10_000L, 10_000L);
    }

    // C64
    @Test
    void staysAtTheCapHoweverLateTheAttempt() {
      Backoff backoff = Backoff.exponential(Duration.ofSeconds(2), 2, Duration.ofMinutes(5));

      assertThat(millis(backoff, 10))
          .containsExactly(
              2000L, 4000L, 8000L, 16_000L, 32_000L, 64_000L, 128_000L, 256_000L, 300_000L,
              300_000L);
      for (int attempt : new int[] {62, 63, 64, 65, 1023, 1024, 1025, Integer.MAX_VALUE}) {
        assertThat(delay(backoff, attempt)).isEqualTo(Duration.ofMinutes(5));
      }
    }

    // C107 (the binding of properties waits for its module)
    @Test
    void takesTheFirstWaitAsItsBase() {
      Backoff backoff = Backoff.exponential(Duration.ofSeconds(10), 3, Duration.ofSeconds(600));

      assertThat(millis(backoff, 5)).containsExactly(10_000L, 30_000L, 90_000L, 270_000L, 600_000L);
    }

    @Test
    void neverShrinks() {
      Backoff backoff = Backoff.exponential(Duration.ofNanos(1), 1.001, Duration.ofDays(200_000));
      Duration before = Duration.ZERO;

      for (int attempt = 1; attempt < 100_000; attempt++) {
        Duration delay = delay(backoff, attempt);
        assertThat(delay).isGreaterThanOrEqualTo(before);
        before = delay;
      }
      assertThat(before).isEqualTo(Duration.ofDays(200_000));
    }

    @Test
    void isFixedWithAFactorOfOne() {
      Backoff backoff = Backoff.exponential(Duration.ofMillis(3), 1, Duration.ofMillis(3));

      assertThat(delay(backoff, 1)).isEqualTo(Duration.ofMillis(3));
      assertThat(delay(backoff, Integer.MAX_VALUE)).isEqualTo(Duration.ofMillis(3));
    }

    // C71
    @Test
    void keepsFractionsOfAMillisecond() {
      Backoff backoff = Backoff.exponential(Duration.ofNanos(1500), 2, Duration.ofMillis(1));

      assertThat(delay(backoff, 1)).isEqualTo(Duration.ofNanos(1500));
      assertThat(delay(backoff, 2)).isEqualTo(Duration.ofNanos(3000));
    }

    // C98
    @Test
    void takesDurationsTooLongForALong() {
      Duration forever = Duration.ofSeconds(Long.MAX_VALUE);

      assertThat(delay(Backoff.exponential(forever, 2, forever), 1)).isEqualTo(forever);
      assertThat(delay(Backoff.exponential(Duration.ofSeconds(1), 2, forever), 2))
          .isEqualTo(Duration.ofSeconds(2));
      assertThat(delay(Backoff.exponential(Duration.ofSeconds(1), 2, forever), 100))
          .isEqualTo(forever);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void takesAnAttemptBeforeTheFirstForTheFirst(int attempt) {
      Backoff backoff = Backoff.exponential(Duration.ofMillis(200), 2, Duration.ofSeconds(10));

      assertThat(delay(backoff, attempt)).isEqualTo(Duration.ofMillis(200));
    }

    @ParameterizedTest
    @ValueSource(
        doubles = {0.999, 0, -2, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void refusesAFactorBelowOneOrNotFinite(double factor) {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () -> Backoff.exponential(Duration.ofMillis(1), factor, Duration.ofSeconds(1)))
          .withMessage("factor must be at least 1 and finite, but was " + factor);
    }

    @Test
    @SuppressWarnings("NullAway") // That is what is tested.
    void refusesABaseThatIsNotPositiveAndACapBelowIt() {
      Duration second = Duration.ofSeconds(1);

      assertThatIllegalArgumentException()
          .isThrownBy(() -> Backoff.exponential(Duration.ZERO, 2, second))
          .withMessage("base must be positive, but was PT0S");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Backoff.exponential(null, 2, second))
          .withMessage("base must not be null, but was null");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Backoff.exponential(second, 2, null))
          .withMessage("cap must not be null, but was null");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Backoff.exponential(second, 2, second.minusNanos(1)))
          .withMessage("cap must be at least the base of PT1S, but was PT0.999999999S");
    }
  }

  @Nested
  class Fixed {

    @Test
    void isTheSameForEveryAttempt() {
      Backoff backoff = Backoff.fixed(Duration.ofSeconds(7));

      assertThat(delay(backoff, 1)).isEqualTo(Duration.ofSeconds(7));
      assertThat(delay(backoff, Integer.MAX_VALUE)).isEqualTo(Duration.ofSeconds(7));
      assertThat(backoff.isNone()).isFalse();
    }

    @Test
    void isNoneWithoutDelay() {
      assertThat(Backoff.fixed(Duration.ZERO)).isEqualTo(Backoff.none());
      assertThat(Backoff.none().isNone()).isTrue();
      assertThat(delay(Backoff.none(), 5)).isZero();
    }

    @Test
    void refusesANegativeDelay() {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Backoff.fixed(Duration.ofNanos(-1)))
          .withMessage("delay must not be negative, but was PT-0.000000001S");
    }
  }

  @Test
  void theBuiltInOnesAreValuesThatSayWhatTheyAre() {
    assertThat(List.of(
            Backoff.none(),
            Backoff.fixed(Duration.ofSeconds(1)),
            Backoff.exponential(Duration.ofSeconds(1), 2, Duration.ofSeconds(8)),
            Backoff.decorrelated(Duration.ofSeconds(1), Duration.ofSeconds(8)),
            Backoff.fixed(Duration.ofSeconds(1)).withJitter(0.5)))
        .map(Object::toString)
        .containsExactly(
            "fixed(PT0S)",
            "fixed(PT1S)",
            "exponential(PT1S, x2.0, cap PT8S)",
            "decorrelated(PT1S, cap PT8S)",
            "fixed(PT1S) jittered [0.5, 1.5)");
    assertThat(Backoff.fixed(Duration.ofSeconds(1)).withJitter(0.5))
        .isEqualTo(Backoff.fixed(Duration.ofSeconds(1)).withJitter(0.5));
  }

  @Test
  void aBackoffOfOnesOwnHasNoJitterAndIsNotTakenForNone() {
    Backoff own = (attempt, previous, random) -> previous.plusMillis(attempt);

    assertThat(own.delay(3, Duration.ofMillis(2), NEVER_ASKED)).isEqualTo(Duration.ofMillis(5));
    assertThat(own.isNone()).isFalse();
  }

  private static List<Long> millis(Backoff backoff, int attempts) {
    return IntStream.rangeClosed(1, attempts)
        .mapToObj(attempt -> delay(backoff, attempt).toMillis())
        .toList();
  }

  private static Duration delay(Backoff backoff, int attempt) {
    return backoff.delay(attempt, Duration.ZERO, NEVER_ASKED);
  }
}
