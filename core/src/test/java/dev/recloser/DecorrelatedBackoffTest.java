package dev.recloser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class DecorrelatedBackoffTest {
  private static final Duration BASE = Duration.ofSeconds(2);
  private static final Duration CAP = Duration.ofSeconds(30);

  private final Backoff backoff = Backoff.decorrelated(BASE, CAP);

  // C65
  @Test
  void staysBetweenBaseAndCapForAnyNumberOfDelays() {
    for (int seed = 0; seed < 20; seed++) {
      assertThat(delays(1100, new Random(seed)))
          .allSatisfy(delay -> assertThat(delay).isBetween(BASE, CAP));
    }
  }

  // C65
  @Test
  void staysAtTheBaseWithTheLowestDraws() {
    assertThat(delays(1100, () -> 0)).containsOnly(BASE);
  }

  // C65
  @Test
  void triplesUpToTheCapWithTheHighestDraws() {
    assertThat(delays(1100, () -> -1))
        .startsWith(Duration.ofSeconds(6), Duration.ofSeconds(18), CAP, CAP)
        .allSatisfy(delay -> assertThat(delay).isBetween(BASE, CAP));
  }

  @Test
  void theFirstDelayIsDrawnTooSoThatCallersDoNotRetryTogether() {
    RandomGenerator random = new Random(1);

    assertThat(List.of(first(random), first(random), first(random)))
        .doesNotHaveDuplicates()
        .allSatisfy(delay -> assertThat(delay).isBetween(BASE, BASE.multipliedBy(3)));
  }

  @Test
  void doesNotOverflowAfterAnEndlessDelay() {
    Backoff endless = Backoff.decorrelated(BASE, Duration.ofSeconds(Long.MAX_VALUE));

    assertThat(endless.delay(2, Duration.ofSeconds(Long.MAX_VALUE), () -> -1))
        .isEqualTo(Duration.ofSeconds(Long.MAX_VALUE));
  }

  @Test
  void refusesBoundsThatAreNone() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Backoff.decorrelated(Duration.ZERO, CAP))
        .withMessage("base must be positive, but was PT0S");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Backoff.decorrelated(CAP, BASE))
        .withMessage("cap must be at least the base of PT30S, but was PT2S");
  }

  private Duration first(RandomGenerator random) {
    return backoff.delay(1, Duration.ZERO, random);
  }

  private List<Duration> delays(int count, RandomGenerator random) {
    List<Duration> delays = new ArrayList<>();
    Duration previous = Duration.ZERO;
    for (int attempt = 1; attempt <= count; attempt++) {
      previous = backoff.delay(attempt, previous, random);
      delays.add(previous);
    }
    return delays;
  }
}
