package dev.recloser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JitterTest {

  /** Generators whose {@code nextDouble} is always the same: the least, the middle, the largest below 1. */
  private static final RandomGenerator LOWEST = () -> 0;

  private static final RandomGenerator MIDDLE = () -> Long.MIN_VALUE;
  private static final RandomGenerator HIGHEST = () -> -1;

  private static final Backoff DEFAULT =
      Backoff.exponential(Duration.ofMillis(200), 2, Duration.ofSeconds(10));

  // S004-11
  @Test
  void proportionalJitterReachesAsFarBelowAsAbove() {
    Backoff jittered = DEFAULT.withJitter(0.2);

    assertThat(delay(jittered, 1, LOWEST)).isEqualTo(Duration.ofMillis(160));
    assertThat(delay(jittered, 1, MIDDLE)).isEqualTo(Duration.ofMillis(200));
    assertThat(delay(jittered, 1, HIGHEST)).isEqualTo(Duration.ofMillis(240));
  }

  // S004-20; C67, C68: there the jitter stays below the cap. Seed 004 applies it after the cap, so
  // the bound is
  // cap * (1 + jitter).
  @Test
  void proportionalJitterMayPassTheCapByItsShare() {
    Backoff twenty = DEFAULT.withJitter(0.2);
    Backoff fifty = Backoff.fixed(Duration.ofSeconds(10)).withJitter(0.5);

    assertThat(delay(twenty, 1000, HIGHEST)).isEqualTo(Duration.ofSeconds(12));
    assertThat(delay(fifty, 1, LOWEST)).isEqualTo(Duration.ofSeconds(5));
    assertThat(delay(fifty, 1, MIDDLE)).isEqualTo(Duration.ofSeconds(10));
    assertThat(delay(fifty, 1, HIGHEST)).isEqualTo(Duration.ofSeconds(15));
  }

  // C67, C68
  @Test
  void fullAndEqualJitterStayWithinTheCap() {
    Backoff full = DEFAULT.withFullJitter();
    Backoff equal = DEFAULT.withEqualJitter();

    for (int attempt : new int[] {1, 2, 7, 20, Integer.MAX_VALUE}) {
      Duration plain = delay(DEFAULT, attempt, LOWEST);
      assertThat(delay(full, attempt, LOWEST)).isZero();
      assertThat(delay(full, attempt, MIDDLE)).isEqualTo(plain.dividedBy(2));
      assertThat(delay(full, attempt, HIGHEST)).isEqualTo(plain);
      assertThat(delay(equal, attempt, LOWEST)).isEqualTo(plain.dividedBy(2));
      assertThat(delay(equal, attempt, MIDDLE)).isEqualTo(plain.multipliedBy(3).dividedBy(4));
      assertThat(delay(equal, attempt, HIGHEST)).isEqualTo(plain);
    }
  }

  // S004-21
  @Test
  void drawsEvenlyBetweenItsBounds() {
    Backoff jittered = Backoff.fixed(Duration.ofSeconds(1)).withJitter(0.2);
    RandomGenerator random = new Random(4);
    int draws = 100_000;
    double sum = 0;
    int lowerHalf = 0;

    for (int i = 0; i < draws; i++) {
      double seconds = delay(jittered, 1, random).toNanos() / 1e9;
      assertThat(seconds).isBetween(0.8, 1.2);
      sum += seconds;
      lowerHalf += seconds < 1 ? 1 : 0;
    }

    assertThat(sum / draws).isCloseTo(1, within(0.002));
    assertThat(lowerHalf).isCloseTo(draws / 2, within(1000));
  }

  // S004-22
  @Test
  void noJitterAsksForNoRandomNumber() {
    assertThat(DEFAULT.withJitter(0)).isSameAs(DEFAULT);
  }

  // C70: there the jitter is a duration that may exceed the delay, and is clamped. Ours is a share,
  // so at most the delay.
  @Test
  void allOfTheDelayAsJitterGoesDownToZeroAndNotBelow() {
    Backoff jittered = Backoff.fixed(Duration.ofMillis(100)).withJitter(1);

    assertThat(delay(jittered, 1, LOWEST)).isZero();
    assertThat(delay(jittered, 1, HIGHEST)).isEqualTo(Duration.ofMillis(200));
  }

  // C70, C71
  @Test
  void noDelayStaysNoDelay() {
    assertThat(delay(Backoff.none().withJitter(0.5), 1, HIGHEST)).isZero();
    assertThat(delay(Backoff.none().withFullJitter(), 1, HIGHEST)).isZero();
    assertThat(Backoff.none().withFullJitter().isNone()).isTrue();
    assertThat(DEFAULT.withFullJitter().isNone()).isFalse();
  }

  // C71
  @Test
  void keepsFractionsOfAMillisecond() {
    Backoff jittered = Backoff.fixed(Duration.ofNanos(500_000)).withJitter(0.2);

    assertThat(delay(jittered, 1, LOWEST)).isEqualTo(Duration.ofNanos(400_000));
    assertThat(delay(jittered, 1, MIDDLE)).isEqualTo(Duration.ofNanos(500_000));
    assertThat(delay(jittered, 1, HIGHEST)).isEqualTo(Duration.ofNanos(600_000));
  }

  @Test
  void aStopOfTheBackoffBelowStaysAStop() {
    Backoff stopping = (attempt, previous, random) -> Backoff.STOP;

    assertThat(delay(stopping.withJitter(0.5), 1, HIGHEST)).isEqualTo(Backoff.STOP);
    assertThat(delay(stopping.withFullJitter(), 1, LOWEST)).isEqualTo(Backoff.STOP);
  }

  // C98
  @Test
  void anEndlessDelaySaturates() {
    Backoff endless = Backoff.fixed(Duration.ofSeconds(Long.MAX_VALUE)).withJitter(1);

    assertThat(delay(endless, 1, HIGHEST)).isEqualTo(Duration.ofNanos(Long.MAX_VALUE));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1.0001, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesAShareThatIsNone(double jitter) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DEFAULT.withJitter(jitter))
        .withMessage("jitter must be in [0, 1], but was " + jitter);
  }

  private static Duration delay(Backoff backoff, int attempt, RandomGenerator random) {
    return backoff.delay(attempt, Duration.ZERO, random);
  }
}
