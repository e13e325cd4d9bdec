package dev.recloser.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.CallbackFailed;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A rule that a user wrote is asked as ours are, and whatever it throws is told and trips nothing. */
class UserRuleTest {

  /** Answers as it is told; what is not set throws. */
  private static final class Told implements RuleWindow {
    @Nullable
    Boolean record;

    @Nullable
    Boolean exceeded;

    boolean readable = true;
    int judged;

    @Nullable
    RuleSnapshot restored;

    @Override
    public boolean record(boolean failed, long durationNanos, long nowNanos) {
      return known(record);
    }

    @Override
    public boolean exceeded(long nowNanos) {
      judged++;
      return known(exceeded);
    }

    @Override
    public RuleSnapshot snapshot(long nowNanos) {
      return new RuleSnapshot("told", 1, 3, 2, 0);
    }

    @Override
    public void restore(RuleSnapshot snapshot, long nowNanos) {
      restored = snapshot;
      known(readable ? true : null);
    }

    private static boolean known(@Nullable Boolean answer) {
      if (answer == null) {
        throw new IllegalStateException("the rule's");
      }
      return answer;
    }
  }

  private static final class Rule implements TripRule {
    private final Told window;

    Rule(Told window) {
      this.window = window;
    }

    @Override
    public RuleWindow newWindow(long nowNanos) {
      return window;
    }

    @Override
    public String toString() {
      return "told";
    }
  }

  private final Told window = new Told();
  private final Play play = Play.with(b -> b.tripWhen(new Rule(window)));

  @Test
  void itTripsWhenItIsExceeded() {
    window.record = true;
    window.exceeded = true;
    play.calls("S").is(State.OPEN);
    assertThat(play.breaker.snapshot().rules()).containsExactly(window.snapshot(0));
  }

  @Test
  void itIsNotJudgedUnlessTheCallMayHaveTippedIt() {
    window.record = false;
    window.exceeded = true;
    play.calls("FF").is(State.CLOSED);
    assertThat(window.judged).isZero();
  }

  @Test
  void itIsNotExceededWhenItSaysSo() {
    window.record = true;
    window.exceeded = false;
    play.calls("FF").is(State.CLOSED);
    assertThat(window.judged).isEqualTo(2);
  }

  @Test
  void whatRecordingThrowsIsToldAndTripsNothing() {
    window.exceeded = true;
    play.calls("F").is(State.CLOSED);
    assertThat(play.events(CallbackFailed.class)).hasSize(1);
    assertThat(window.judged).isZero();
  }

  @Test
  void whatJudgingThrowsIsToldAndTripsNothing() {
    window.record = true;
    play.calls("F").is(State.CLOSED);
    assertThat(play.events(CallbackFailed.class)).hasSize(1);
  }

  @Test
  void itIsRestoredFromItsOwnReading() {
    CircuitBreakerSnapshot snapshot = play.breaker.snapshot();
    play.breaker.restore(snapshot);
    assertThat(window.restored).isEqualTo(window.snapshot(0));
    assertThat(play.events(CallbackFailed.class)).isEmpty();
  }

  @Test
  void whatRestoringThrowsIsTold() {
    CircuitBreakerSnapshot snapshot = play.breaker.snapshot();
    window.readable = false;
    play.breaker.restore(snapshot);
    assertThat(play.events(CallbackFailed.class)).hasSize(1);
    play.is(State.CLOSED);
  }

  @Test
  void itReadsTheClockIfItTimesCallsUnlessItSaysOtherwise() {
    TripRule plain = new Rule(window);
    TripRule timed = new TripRule() {
      @Override
      public RuleWindow newWindow(long nowNanos) {
        return window;
      }

      @Override
      public boolean timesCalls() {
        return true;
      }
    };
    assertThat(List.of(plain.readsClock(), timed.readsClock())).containsExactly(false, true);
  }
}
