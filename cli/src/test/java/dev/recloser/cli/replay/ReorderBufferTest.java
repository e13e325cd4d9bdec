package dev.recloser.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class ReorderBufferTest {

  @Test
  void keepsTheLongestDurationWhole() throws Exception {
    ReorderBuffer buffer = new ReorderBuffer();
    buffer.add(new RecordedCall(0, Nanos.MAX, RecordedOutcome.IGNORED, 0), 1);

    assertThat(buffer.firstStart()).isZero();
    buffer.removeFirst();
    assertThat(buffer.duration()).isEqualTo(Nanos.MAX);
    assertThat(buffer.outcome()).isEqualTo(RecordedOutcome.IGNORED);
  }

  @Test
  void keepsOrderFromTheLeastNumberToTheGreatest() throws Exception {
    ReorderBuffer buffer = new ReorderBuffer();
    long[] starts = {Long.MAX_VALUE - 1, 0, -1, Long.MIN_VALUE, 1};
    for (int line = 0; line < starts.length; line++) {
      buffer.add(new RecordedCall(starts[line], 1, RecordedOutcome.OK, 0), line);
    }

    List<Long> lines = new ArrayList<>();
    while (!buffer.isEmpty()) {
      buffer.removeFirst();
      lines.add(buffer.line());
    }

    assertThat(lines).containsExactly(3L, 2L, 1L, 4L, 0L);
  }

  @RepeatedTest(20)
  void givesBackInOrderOfStartAndThenOfLine(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    ReorderBuffer buffer = new ReorderBuffer();
    List<Waiting> model = new ArrayList<>();
    long removed = -50;

    for (int line = 1; line < 5_000 || !model.isEmpty(); line++) {
      if (line < 5_000 && random.nextInt(5) < 3) {
        RecordedOutcome outcome = RecordedOutcome.ofCode(random.nextInt(3));
        RecordedCall call = new RecordedCall(random.nextLong(removed, 50), line, outcome, 0);
        buffer.add(call, line);
        model.add(new Waiting(call.startNanos(), line, line, outcome));
      } else if (!model.isEmpty()) {
        Waiting first = model.stream().min(ORDER).orElseThrow();
        model.remove(first);
        assertThat(removeFirst(buffer)).isEqualTo(first);
        removed = first.start();
      }
      assertThat(buffer.isEmpty()).isEqualTo(model.isEmpty());
    }
  }

  private static final Comparator<Waiting> ORDER =
      Comparator.comparingLong(Waiting::start).thenComparingLong(Waiting::line);

  private static Waiting removeFirst(ReorderBuffer buffer) {
    long start = buffer.firstStart();
    buffer.removeFirst();
    return new Waiting(start, buffer.line(), buffer.duration(), buffer.outcome());
  }

  private record Waiting(long start, long line, long duration, RecordedOutcome outcome) {}
}
