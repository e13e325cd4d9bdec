package dev.recloser.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointTimelineTest {
  private static final Reading READING = new Reading(
      List.of(
          new Share(0, 0, Standing.EJECTED),
          new Share(5, 0, Standing.HALF_OPEN),
          new Share(20, 2, Standing.OK)),
      1,
      13);

  private final StringWriter text = new StringWriter();

  @Test
  void aRowTellsShareFailuresAndStandingOfEach() {
    timeline(Palette.PLAIN, 3).printRow(7, READING);

    assertThat(text)
        .hasToString(" 7 s |  0   0 ejected| 20   0 half   | 80   2 ok     |   1    13\n");
  }

  @Test
  void manyEndpointsGetALetterEach() {
    timeline(Palette.PLAIN, 5).printRow(7, READING);

    assertThat(text).hasToString(" 7 s   0e 20h 80!|   1    13\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 16})
  void fitsIn80ColumnsAndLinesUp(int endpoints) {
    EndpointTimeline timeline = timeline(Palette.PLAIN, endpoints);
    timeline.printHeader();
    timeline.printRow(
        600,
        new Reading(Collections.nCopies(endpoints, new Share(1, 1, Standing.EJECTED)), 200, 200));

    List<String> lines = text.toString().lines().toList();
    assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
    assertThat(lines.subList(lines.size() - 3, lines.size()))
        .extracting(line -> line.lastIndexOf('|'))
        .containsOnly(lines.get(lines.size() - 1).lastIndexOf('|'));
  }

  @Test
  void aSecondWithoutCallsHasNoShares() {
    timeline(Palette.PLAIN, 2)
        .printRow(1, new Reading(Collections.nCopies(2, new Share(0, 0, Standing.OK)), 0, 0));

    assertThat(text).hasToString(" 1 s |  0   0 ok     |  0   0 ok     |   0     0\n");
  }

  @Test
  void onlyAColouredTimelineHasEscapes() {
    timeline(Palette.PLAIN, 3).printRow(7, READING);
    assertThat(text.toString()).doesNotContain("\u001b");

    timeline(Palette.COLOUR, 3).printRow(7, READING);
    assertThat(text.toString())
        .contains("\u001b[31mejected\u001b[0m")
        .contains("\u001b[33mhalf   \u001b[0m")
        .contains("\u001b[32mok     \u001b[0m")
        .contains("\u001b[31m   13\u001b[0m");
  }

  private EndpointTimeline timeline(Palette palette, int endpoints) {
    return new EndpointTimeline(new PrintWriter(text), palette, endpoints);
  }
}
