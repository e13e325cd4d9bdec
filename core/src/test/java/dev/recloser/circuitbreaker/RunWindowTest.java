package dev.recloser.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RunWindowTest {
  private final RunWindow window = new RunWindow(new ConsecutiveFailuresRule(2));

  private boolean record(boolean failed) {
    return window.record(failed, -1, 0);
  }

  @Test
  void aSuccessBetweenTheLastFailureAndItsVerdictUndoesNothing() {
    record(true);
    assertThat(record(true)).isTrue();
    assertThat(record(false)).isFalse();
    assertThat(window.exceeded(0)).isTrue();
    assertThat(window.snapshot(0).bad()).isEqualTo(2);
  }

  @Test
  void aSuccessAfterTheVerdictEndsTheRun() {
    record(true);
    record(true);
    assertThat(window.exceeded(0)).isTrue();
    record(false);
    assertThat(window.exceeded(0)).isFalse();
    assertThat(record(true)).isFalse();
    assertThat(record(true)).isTrue();
    record(false);
    assertThat(window.exceeded(0)).isTrue();
  }
}
