package dev.recloser.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.cli.demo.Client.Result;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TimelineTest {
  private static final Totals NONE = new Totals(Map.of(), Map.of());

  private final StringWriter text = new StringWriter();

  @Test
  void aRowSaysWhatHappenedInItsSecond() {
    Totals bare = new Totals(Map.of(Result.FAILED, 20L), Map.of(Result.FAILED, 20_000_000_000L));
    Totals guarded = new Totals(
        Map.of(Result.FAILED, 3L, Result.REJECTED, 17L),
        Map.of(Result.FAILED, 1_500_000_000L, Result.REJECTED, 85_000L));

    timeline(Palette.PLAIN).printRow(8, Phase.DOWN, bare, guarded, State.OPEN);

    assertThat(text)
        .hasToString(
            " 8 s  down    |    20      20      1.0 s |    20       3        17     5.0 µs  OPEN"
                + "           75 ms\n");
  }

  @Test
  void aSecondWithoutCallsHasNoMean() {
    timeline(Palette.PLAIN).printRow(10, Phase.RECOVERED, NONE, NONE, State.HALF_OPEN);

    assertThat(text)
        .hasToString("10 s  healthy |     0       0          - |     0       0         0          -"
            + "  HALF_OPEN          -\n");
  }

  @Test
  void headerAndRowsLineUpWithin100Columns() {
    Timeline timeline = timeline(Palette.PLAIN);
    timeline.printHeader();
    timeline.printRow(600, Phase.HEALTHY, NONE, NONE, State.CLOSED);

    assertThat(text.toString().lines().skip(1)).allSatisfy(line -> {
      assertThat(line.length()).isLessThanOrEqualTo(100);
      assertThat(line.replaceFirst("^600", " 0")).contains(" | ");
    });
  }

  @Test
  void onlyAColouredTimelineHasEscapes() {
    timeline(Palette.PLAIN).printRow(1, Phase.SLOW, NONE, NONE, State.FORCED_OPEN);
    assertThat(text.toString()).doesNotContain("\u001b");

    timeline(Palette.COLOUR).printRow(1, Phase.SLOW, NONE, NONE, State.OPEN);
    assertThat(text.toString())
        .contains("\u001b[33mslow   \u001b[0m")
        .contains("\u001b[31mOPEN     \u001b[0m");
  }

  private Timeline timeline(Palette palette) {
    return new Timeline(new PrintWriter(text), palette);
  }
}
