package dev.recloser.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ManualTimeSourceTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final List<String> trace = new ArrayList<>();

  // C91
  @Test
  void crossesTheWrapAfterASecond() {
    long before = time.nanoTime();
    assertThat(before).isPositive();

    time.advance(Duration.ofSeconds(1));
    assertThat(time.nanoTime()).isEqualTo(Long.MAX_VALUE);
    time.advance(Duration.ofNanos(1));
    assertThat(time.nanoTime()).isEqualTo(Long.MIN_VALUE);
    assertThat(time.nanoTime() - before).isEqualTo(1_000_000_001L);
    assertThat(time.elapsed()).isEqualTo(Duration.ofNanos(1_000_000_001L));
  }

  @Test
  void theWallClockMovesAlongAndCanBeShiftedAlone() {
    Instant start = time.wallTime();
    long reading = time.nanoTime();

    time.advance(Duration.ofSeconds(5));
    assertThat(time.wallTime()).isEqualTo(start.plusSeconds(5));
    time.shiftWallTime(Duration.ofHours(-1));
    assertThat(time.wallTime()).isEqualTo(start.plusSeconds(5).minusSeconds(3600));
    assertThat(time.nanoTime() - reading).isEqualTo(5_000_000_000L);
  }

  @Nested
  class Timers {

    @Test
    void runInTheOrderTheyFallDueEachAtItsOwnInstant() {
      note(3, "c");
      note(1, "a");
      note(2, "b1");
      note(2, "b2");
      note(4, "late");

      time.advance(Duration.ofMillis(3));

      assertThat(trace).containsExactly("a@1", "b1@2", "b2@2", "c@3");
      assertThat(time.pendingTimers()).isEqualTo(1);
    }

    @Test
    void runAtTheirInstantAndNotANanosecondBefore() {
      note(1, "a");

      time.advance(Duration.ofMillis(1).minusNanos(1));
      assertThat(trace).isEmpty();
      time.advance(Duration.ofNanos(1));
      assertThat(trace).containsExactly("a@1");
    }

    @Test
    void neverRunInsideScheduleHoweverOverdue() {
      note(0, "zero");
      note(-5, "negative");
      time.schedule(Duration.ofSeconds(Long.MIN_VALUE), () -> trace.add("ages ago"));
      assertThat(trace).isEmpty();

      time.advance(Duration.ZERO);
      assertThat(trace).containsExactly("zero@0", "negative@0", "ages ago");
    }

    @Test
    void setWhileTimeMovesRunInTheSameMoveIfTheyFallDue() {
      time.schedule(Duration.ofMillis(1), () -> {
        note(0, "at once");
        note(1, "soon");
        note(10, "later");
      });

      time.advance(Duration.ofMillis(5));

      assertThat(trace).containsExactly("at once@1", "soon@2");
      assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(5));
      assertThat(time.pendingTimers()).isEqualTo(1);
    }

    @Test
    void thatMoveTimeThemselvesDoNotMoveItBackAfterwards() {
      time.schedule(Duration.ofMillis(1), () -> time.advance(Duration.ofMillis(10)));
      note(4, "within");

      time.advance(Duration.ofMillis(2));

      assertThat(trace).containsExactly("within@4");
      assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(11));
    }

    @Test
    void areGoneOnceCancelled() {
      Timer timer = note(1, "cancelled");
      note(1, "kept");
      timer.cancel();
      timer.cancel();
      assertThat(time.pendingTimers()).isEqualTo(1);

      time.advance(Duration.ofMillis(1));
      timer.cancel();
      assertThat(trace).containsExactly("kept@1");
      assertThat(time.pendingTimers()).isZero();
    }

    @Test
    void canCancelOneAnother() {
      Timer[] second = new Timer[1];
      time.schedule(Duration.ofMillis(1), () -> second[0].cancel());
      second[0] = note(1, "second");

      time.advance(Duration.ofMillis(1));

      assertThat(trace).isEmpty();
    }

    @Test
    void thatThrowKeepNeitherTheOthersNorTimeBack() {
      IllegalStateException first = new IllegalStateException("first");
      IllegalStateException second = new IllegalStateException("second");
      time.schedule(Duration.ofMillis(1), () -> {
        throw first;
      });
      time.schedule(Duration.ofMillis(2), () -> {
        throw second;
      });
      note(3, "kept");

      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(() -> time.advance(Duration.ofMillis(5)))
          .isSameAs(first);
      assertThat(first.getSuppressed()).containsExactly(second);
      assertThat(trace).containsExactly("kept@3");
      assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(5));
    }

    @Test
    void canBeAHundredThousandOneAfterTheOther() {
      int[] runs = {0};
      Runnable[] next = new Runnable[1];
      next[0] = () -> {
        if (++runs[0] < 100_000) {
          time.schedule(Duration.ZERO, next[0]);
        }
      };
      time.schedule(Duration.ZERO, next[0]);

      time.advance(Duration.ZERO);

      assertThat(runs[0]).isEqualTo(100_000);
    }
  }

  @Nested
  class Sleep {

    @Test
    void movesTimeAndRunsWhatFallsDue() throws InterruptedException {
      note(1, "a");
      note(3, "c");

      time.sleep(Duration.ofMillis(2));

      assertThat(trace).containsExactly("a@1");
      assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(2));
    }

    @Test
    void ofNothingReturnsAtOnce() throws InterruptedException {
      time.sleep(Duration.ZERO);
      time.sleep(Duration.ofSeconds(-1));

      assertThat(time.elapsed()).isZero();
    }

    @Test
    void endsBeforeItStartsWithTheInterruptFlagSet() {
      note(1, "a");
      Thread.currentThread().interrupt();

      assertThatExceptionOfType(InterruptedException.class)
          .isThrownBy(() -> time.sleep(Duration.ofMillis(1)));
      assertThat(Thread.interrupted()).isFalse();
      assertThat(trace).isEmpty();
      assertThat(time.elapsed()).isZero();
    }

    @Test
    void ofNothingEndsTheSameWay() {
      Thread.currentThread().interrupt();

      assertThatExceptionOfType(InterruptedException.class)
          .isThrownBy(() -> time.sleep(Duration.ZERO));
    }

    @Test
    void stopsWhereATimerInterruptsIt() {
      time.schedule(Duration.ofMillis(2), Thread.currentThread()::interrupt);
      note(3, "later");

      assertThatExceptionOfType(InterruptedException.class)
          .isThrownBy(() -> time.sleep(Duration.ofMillis(10)));
      assertThat(Thread.interrupted()).isFalse();
      assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(2));
      assertThat(trace).isEmpty();
    }

    @Test
    void isNotDisturbedByATimerThatThrows() throws InterruptedException {
      time.schedule(Duration.ofMillis(1), () -> {
        throw new IllegalStateException("a task of somebody else");
      });
      note(2, "next");

      try (LoggedWarnings log = new LoggedWarnings(ManualTimeSource.class)) {
        time.sleep(Duration.ofMillis(3));
        assertThat(log.messages()).containsExactly("a scheduled task failed");
      }
      assertThat(trace).containsExactly("next@2");
      assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(3));
    }
  }

  // C98
  @Test
  void hugeDurationsSaturate() throws InterruptedException {
    Duration forever = Duration.ofSeconds(Long.MAX_VALUE);
    time.schedule(forever, () -> trace.add("the end"));
    time.advance(Duration.ofDays(1));
    time.schedule(forever, () -> trace.add("after the end"));
    assertThat(trace).isEmpty();

    time.sleep(forever);

    assertThat(time.elapsed()).isEqualTo(Duration.ofNanos(Long.MAX_VALUE));
    assertThat(trace).containsExactly("the end", "after the end");
  }

  @Test
  @SuppressWarnings("NullAway") // That is what is tested.
  void refusesWhatItCannotDo() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> time.advance(Duration.ofNanos(-1)))
        .withMessage("duration must not be negative, but was PT-0.000000001S");
    assertThatIllegalArgumentException().isThrownBy(() -> time.advance(null));
    assertThatIllegalArgumentException().isThrownBy(() -> time.sleep(null));
    assertThatIllegalArgumentException().isThrownBy(() -> time.shiftWallTime(null));
    assertThatIllegalArgumentException().isThrownBy(() -> time.schedule(null, () -> {}));
    assertThatIllegalArgumentException().isThrownBy(() -> time.schedule(Duration.ZERO, null));
  }

  private Timer note(int millis, String name) {
    return time.schedule(
        Duration.ofMillis(millis), () -> trace.add(name + "@" + time.elapsed().toMillis()));
  }
}
