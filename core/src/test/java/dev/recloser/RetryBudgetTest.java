package dev.recloser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.recloser.time.ManualTimeSource;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryBudgetTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final RetryBudget budget = RetryBudget.builder().timeSource(time).build();

  @Test
  void startsFullWithAHundredRetries() {
    assertThat(budget.available()).isEqualTo(100);
    assertThat(withdrawals(budget)).isEqualTo(100);
    assertThat(budget.tryWithdraw()).isFalse();
    assertThat(budget.available()).isZero();
  }

  @Test
  void fiveCallsPayForOneRetry() {
    drain();

    deposit(4);
    assertThat(budget.tryWithdraw()).isFalse();
    deposit(1);
    assertThat(budget.tryWithdraw()).isTrue();
    assertThat(budget.tryWithdraw()).isFalse();
  }

  @Test
  void tenRetriesASecondComeByThemselves() {
    drain();

    time.advance(Duration.ofMillis(100).minusNanos(1));
    assertThat(budget.tryWithdraw()).isFalse();
    time.advance(Duration.ofNanos(1));
    assertThat(budget.tryWithdraw()).isTrue();

    time.advance(Duration.ofSeconds(1));
    assertThat(withdrawals(budget)).isEqualTo(10);
  }

  @Test
  void neverHoldsMoreThanItsCapacity() {
    deposit(1000);
    time.advance(Duration.ofDays(365));
    assertThat(withdrawals(budget)).isEqualTo(100);

    time.advance(Duration.ofSeconds(Long.MAX_VALUE));
    assertThat(withdrawals(budget)).isEqualTo(100);
    deposit(10_000);
    assertThat(withdrawals(budget)).isEqualTo(100);
  }

  @Test
  void aDepositLargerThanTheCapacityFillsIt() {
    RetryBudget small =
        RetryBudget.builder().capacity(1).depositPerCall(1000).timeSource(time).build();

    assertThat(withdrawals(small)).isEqualTo(1);
    small.deposit();
    assertThat(withdrawals(small)).isEqualTo(1);
  }

  @Test
  void withoutRefillOnlyCallsPay() {
    RetryBudget quiet =
        RetryBudget.builder().capacity(2).refillPerSecond(0).timeSource(time).build();

    assertThat(withdrawals(quiet)).isEqualTo(2);
    time.advance(Duration.ofDays(1000));
    assertThat(quiet.tryWithdraw()).isFalse();
  }

  @Test
  void theUnlimitedOneRefusesNothing() {
    RetryBudget unlimited = RetryBudget.unlimited();

    for (int i = 0; i < 100_000; i++) {
      assertThat(unlimited.tryWithdraw()).isTrue();
    }
    unlimited.deposit();
    assertThat(unlimited.available()).isEqualTo(Long.MAX_VALUE);
    assertThat(unlimited).hasToString("RetryBudget.unlimited()");
    assertThat(budget).hasToString("RetryBudget[available=100]");
  }

  @Nested
  class OverLongRuns {

    @Test
    void depositsAddUpExactly() {
      drain();

      int retries = 0;
      for (int call = 0; call < 1_000_000; call++) {
        budget.deposit();
        retries += budget.tryWithdraw() ? 1 : 0;
      }

      assertThat(retries).isEqualTo(200_000);
    }

    @ParameterizedTest
    @ValueSource(doubles = {10, 0.3, 1.0 / 3, 0.001})
    void theRefillLosesNothingHoweverOftenItIsAsked(double perSecond) {
      RetryBudget slow = RetryBudget.builder()
          .capacity(1)
          .refillPerSecond(perSecond)
          .timeSource(time)
          .build();
      assertThat(slow.tryWithdraw()).isTrue();
      Duration oneToken = Duration.ofNanos((long) Math.ceil(1e9 / perSecond));

      // Each of these steps alone adds less than a unit, or hardly more.
      for (int i = 0; i < 100_000; i++) {
        time.advance(Duration.ofNanos(1));
        assertThat(slow.tryWithdraw()).isFalse();
      }
      time.advance(oneToken.minusNanos(100_001));
      assertThat(slow.tryWithdraw()).isFalse();
      time.advance(Duration.ofNanos(1));
      assertThat(slow.tryWithdraw()).isTrue();
    }

    @Test
    void theRefillDoesNotDriftInAYear() {
      RetryBudget slow = RetryBudget.builder()
          .capacity(1_000_000)
          .refillPerSecond(0.01)
          .timeSource(time)
          .build();
      assertThat(withdrawals(slow)).isEqualTo(1_000_000);

      // A year in a hundred thousand odd steps.
      for (int i = 0; i < 100_000; i++) {
        time.advance(Duration.ofNanos(315_360_000_007L));
        slow.available();
      }

      assertThat(withdrawals(slow)).isEqualTo(315_360);
    }
  }

  // C100
  @Test
  void aClockThatStepsBackAddsNothingAndDelaysTheRefillByNoMoreThanTheStep() {
    SteppingTime stepping = new SteppingTime();
    RetryBudget own = RetryBudget.builder().capacity(5).timeSource(stepping).build();
    stepping.nanos += Duration.ofSeconds(10).toNanos();
    assertThat(withdrawals(own)).isEqualTo(5);

    stepping.nanos -= Duration.ofSeconds(1).toNanos();
    assertThat(own.available()).isZero();
    stepping.nanos += Duration.ofSeconds(1).toNanos();
    assertThat(own.available()).isZero();
    stepping.nanos += Duration.ofMillis(100).toNanos();
    assertThat(own.available()).isEqualTo(1);
  }

  // C91
  @Test
  void worksAcrossTheWrapOfTheClock() {
    SteppingTime wrapping = new SteppingTime();
    wrapping.nanos = Long.MAX_VALUE - 50_000_000;
    RetryBudget own = RetryBudget.builder().timeSource(wrapping).build();
    assertThat(withdrawals(own)).isEqualTo(100);

    wrapping.nanos += 99_999_999;
    assertThat(wrapping.nanos).isNegative();
    assertThat(own.tryWithdraw()).isFalse();
    wrapping.nanos += 1;
    assertThat(own.tryWithdraw()).isTrue();
  }

  @Test
  @SuppressWarnings("NullAway") // That is what is tested.
  void refusesSettingsOutOfTheirRange() {
    assertRefused(
        RetryBudget.builder().capacity(0), "capacity must be in [1, 1000000000], but was 0");
    assertRefused(
        RetryBudget.builder().capacity(1_000_000_001),
        "capacity must be in [1, 1000000000], but was 1000000001");
    assertRefused(
        RetryBudget.builder().depositPerCall(Double.NaN),
        "depositPerCall must be in [0, 1000], but was NaN");
    assertRefused(
        RetryBudget.builder().depositPerCall(-0.1),
        "depositPerCall must be in [0, 1000], but was -0.1");
    assertRefused(
        RetryBudget.builder().refillPerSecond(Double.POSITIVE_INFINITY),
        "refillPerSecond must be in [0, 1000000000], but was Infinity");
    assertRefused(
        RetryBudget.builder().timeSource(null), "timeSource must not be null, but was null");
  }

  private static void assertRefused(RetryBudget.Builder builder, String message) {
    assertThatIllegalArgumentException().isThrownBy(builder::build).withMessage(message);
  }

  private void drain() {
    assertThat(withdrawals(budget)).isEqualTo(100);
  }

  private void deposit(int times) {
    for (int i = 0; i < times; i++) {
      budget.deposit();
    }
  }

  private static int withdrawals(RetryBudget budget) {
    int count = 0;
    while (budget.tryWithdraw()) {
      count++;
    }
    return count;
  }

  /** A source that goes where it is told, back too. */
  private static final class SteppingTime extends ForwardingTime {
    private long nanos;

    SteppingTime() {
      super(TimeSource.system());
    }

    @Override
    public long nanoTime() {
      return nanos;
    }
  }
}
