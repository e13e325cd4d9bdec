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

    assertThat(buffer.firstDuration()).isEqualTo(Nanos.MAX);
    assertThat(buffer.firstOutcome()).isEqualTo(RecordedOutcome.IGNORED);
  }

  @RepeatedTest(20)
  void givesBackInOrderOfStartAndThenOfLine(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    ReorderBuffer buffer = new ReorderBuffer();
    List<Waiting> model = new ArrayList<>();

    for (int line = 1; line < 5_000 || !model.isEmpty(); line++) {
      if (line < 5_000 && random.nextInt(5) < 3) {
        RecordedOutcome outcome = RecordedOutcome.ofCode(random.nextInt(3));
        RecordedCall call = new RecordedCall(random.nextLong(-50, 50), line, outcome, 0);
        buffer.add(call, line);
        model.add(new Waiting(call.startNanos(), line, line, outcome));
      } else if (!model.isEmpty()) {
        Waiting first = model.stream().min(ORDER).orElseThrow();
        model.remove(first);
        assertThat(first(buffer)).isEqualTo(first);
        buffer.removeFirst();
      }
      assertThat(buffer.isEmpty()).isEqualTo(model.isEmpty());
    }
  }

  private static final Comparator<Waiting> ORDER =
      Comparator.comparingLong(Waiting::start).thenComparingLong(Waiting::line);

  private static Waiting first(ReorderBuffer buffer) {
    return new Waiting(
        buffer.firstStart(), buffer.firstLine(), buffer.firstDuration(), buffer.firstOutcome());
  }

  private record Waiting(long start, long line, long duration, RecordedOutcome outcome) {}
}
