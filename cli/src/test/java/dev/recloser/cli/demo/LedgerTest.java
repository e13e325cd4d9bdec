package dev.recloser.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.cli.demo.Client.Result;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class LedgerTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final Deque<Result> results = new ArrayDeque<>();
  private final Ledger ledger = new Ledger(new Scripted(), time);

  @Test
  void countsCallsAndTheirTimeByResult() {
    results.addAll(List.of(Result.ANSWERED, Result.FAILED, Result.FAILED));
    for (int i = 0; i < 3; i++) {
      ledger.callOnce();
    }

    Totals totals = ledger.totals();
    assertThat(totals.count()).isEqualTo(3);
    assertThat(totals.count(Result.FAILED)).isEqualTo(2);
    assertThat(totals.mean(Result.FAILED)).isEqualTo("5 ms");
    assertThat(totals.mean(Result.REJECTED)).isEqualTo("-");
  }

  @Test
  void aDifferenceHoldsWhatCameInBetween() {
    results.addAll(List.of(Result.FAILED, Result.FAILED, Result.ANSWERED));
    ledger.callOnce();
    Totals before = ledger.totals();
    ledger.callOnce();
    ledger.callOnce();

    Totals difference = ledger.totals().since(before);
    assertThat(difference.count(Result.FAILED)).isEqualTo(1);
    assertThat(difference.count(Result.ANSWERED)).isEqualTo(1);
    assertThat(difference.nanos(Result.FAILED)).isEqualTo(5_000_000);
  }

  @Test
  void aCallThatTheEndOfTheDemoCutsShortIsNotCounted() {
    ledger.callOnce();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(ledger.totals().count()).isZero();
  }

  /** Ends each call as told, after 5 ms; without a result it is interrupted. */
  private final class Scripted implements Client {

    @Override
    public Result call() throws InterruptedException {
      time.advance(Duration.ofMillis(5));
      Result result = results.poll();
      if (result == null) {
        throw new InterruptedException();
      }
      return result;
    }
  }
}
