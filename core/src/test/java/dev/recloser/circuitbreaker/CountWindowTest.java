package dev.recloser.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CountWindowTest implements RuleWindowContract {

  @Override
  public Pair create(Random random, long start) {
    int size = 1 + random.nextInt(130);
    double rate = 0.01 + 0.99 * random.nextDouble();
    RateRule rule = random.nextBoolean()
        ? TripRule.failureRate(rate)
        : TripRule.slowCallRate(rate, Duration.ofNanos(10));
    rule = rule.overCalls(size).minimumCalls(1 + random.nextInt(size));
    return new Pair(rule.newWindow(start), NaiveWindow.overCalls(rule, size), 100);
  }

  private static CountWindow of(int size) {
    return (CountWindow)
        TripRule.failureRate(0.5).overCalls(size).minimumCalls(1).newWindow(0);
  }

  private static void record(CountWindow window, String calls) {
    calls.chars().forEach(call -> window.record(call == 'F', -1, 0));
  }

  // C28
  @Test
  void goodCallsWashOutBadOnesExactly() {
    CountWindow window = of(4);
    record(window, "FFFF");
    assertThat(window.snapshot(0).bad()).isEqualTo(4);
    record(window, "SSSS");
    assertThat(window.snapshot(0).bad()).isZero();
    record(window, "SSSS");
    assertThat(window.snapshot(0).bad()).isZero();
    assertThat(window.badInRing()).isZero();
  }

  @Test
  void aHealthyFullWindowAbsorbsSuccessesAndStillSeesWhatFollows() {
    CountWindow window = of(5);
    record(window, "S".repeat(1003));
    record(window, "FS");
    assertThat(window.snapshot(0).bad()).isEqualTo(1);
    record(window, "SSS");
    assertThat(window.snapshot(0).bad()).isEqualTo(1);
    record(window, "S");
    assertThat(window.snapshot(0).bad()).isZero();
  }

  @Test
  void oneOfOneCallHoldsTheLastCall() {
    CountWindow window = of(1);
    record(window, "F");
    assertThat(window.exceeded(0)).isTrue();
    record(window, "S");
    assertThat(window.exceeded(0)).isFalse();
  }

  @Test
  void isRefilledWithItsNewestCalls() {
    CountWindow window = of(6);
    record(window, "FFFSSFS"); // The first one has left.
    RateRule smaller = TripRule.failureRate(0.5).overCalls(3).minimumCalls(3);
    RateRule larger = TripRule.failureRate(0.5).overCalls(9).minimumCalls(9);

    CountWindow three = CountWindow.refilled(smaller, window);
    assertThat(three.snapshot(0)).isEqualTo(smaller.snapshot(1, 3));
    record(three, "S"); // SFS has become FSS.
    assertThat(three.snapshot(0)).isEqualTo(smaller.snapshot(1, 3));
    record(three, "S");
    assertThat(three.snapshot(0)).isEqualTo(smaller.snapshot(0, 3));

    CountWindow nine = CountWindow.refilled(larger, window);
    assertThat(nine.snapshot(0)).isEqualTo(larger.snapshot(3, 6));
    assertThat(nine.snapshot(0).missing()).isEqualTo(3);
  }
}
