package dev.recloser.timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.TimeoutExceededException;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The interrupt that an inner timeout takes back may be the outer one's too. */
class NestedTimeoutTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final Timeout outer = timeout("outer", 20);
  private final Timeout inner = timeout("inner", 10);

  private Timeout timeout(String name, long millis) {
    return Timeout.builder(name)
        .limit(Duration.ofMillis(millis))
        .timeSource(time)
        .build();
  }

  private String twice(Runnable between) {
    return outer.call(() -> {
      assertThatThrownBy(() -> inner.run(() -> {
            time.advance(Duration.ofMillis(10));
            between.run();
            time.advance(Duration.ofMillis(10));
          }))
          .hasMessageContaining("'inner'");
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
      return "late";
    });
  }

  @AfterEach
  void nothingIsLeft() {
    assertThat(Thread.interrupted()).isFalse();
    assertThat(time.pendingTimers()).isZero();
  }

  @Test
  void theOuterOneFiresWhileTheFlagOfTheInnerOneIsSet() {
    assertThatThrownBy(() -> twice(() -> {}))
        .isInstanceOf(TimeoutExceededException.class)
        .hasMessageContaining("'outer'");
  }

  @Test
  void theOuterOneFiresAfterTheInnerInterruptWasHeeded() {
    assertThatThrownBy(() -> twice(() -> assertThat(Thread.interrupted()).isTrue()))
        .isInstanceOf(TimeoutExceededException.class)
        .hasMessageContaining("'outer'");
  }

  @Test
  void theInnerOneAloneLeavesTheOuterRunUninterrupted() {
    String result = outer.call(() -> {
      assertThatThrownBy(() -> inner.run(() -> time.advance(Duration.ofMillis(10))))
          .isInstanceOf(TimeoutExceededException.class);
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
      return "in time";
    });
    assertThat(result).isEqualTo("in time");
  }
}
