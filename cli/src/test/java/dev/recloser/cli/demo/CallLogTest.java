package dev.recloser.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.cli.demo.Client.Result;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallLogTest {
  private final ManualTimeSource time = new ManualTimeSource();

  @Test
  void remembersHowLongEachCallTookTheLeastFirst() {
    ArrayDeque<Integer> millis = new ArrayDeque<>(List.of(30, 10, 20));
    CallLog log = new CallLog(
        () -> {
          int taken = millis.remove();
          time.advance(Duration.ofMillis(taken));
          return taken == 10 ? Result.FAILED : Result.ANSWERED;
        },
        time);
    log.callOnce();
    log.callOnce();
    log.callOnce();

    assertThat(log.latencies().nanos()).containsExactly(10_000_000L, 20_000_000L, 30_000_000L);
    assertThat(log.failed()).isEqualTo(1);
  }

  @Test
  void aCallThatTheEndOfTheDemoInterruptsIsNotCounted() {
    CallLog log = new CallLog(new Interrupted(), time);
    log.callOnce();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(log.latencies().count()).isZero();
    assertThat(log.failed()).isZero();
  }

  /** A client whose every call is interrupted. */
  private static final class Interrupted implements Client {

    @Override
    public Result call() throws InterruptedException {
      throw new InterruptedException();
    }
  }
}
