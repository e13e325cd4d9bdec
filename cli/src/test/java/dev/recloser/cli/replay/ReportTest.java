package dev.recloser.cli.replay;

import static dev.recloser.circuitbreaker.CircuitBreaker.State.CLOSED;
import static dev.recloser.circuitbreaker.CircuitBreaker.State.HALF_OPEN;
import static dev.recloser.circuitbreaker.CircuitBreaker.State.OPEN;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ReportTest {
  private final Report report = new Report();

  @Test
  void countsEachKindOfDecision() throws IOException {
    decide(RecordedOutcome.OK, true, 7);
    decide(RecordedOutcome.FAIL, true, 3);
    decide(RecordedOutcome.IGNORED, true, 2);
    decide(RecordedOutcome.OK, false, 5);
    decide(RecordedOutcome.FAIL, false, 11);
    decide(RecordedOutcome.IGNORED, false, 1);

    assertThat(json())
        .isEqualTo("{\"calls\":29,\"letThrough\":12,\"rejected\":17,\"failuresLetThrough\":3,"
            + "\"failuresAvoided\":11,\"goodRejected\":5,\"transitions\":[]}\n");
  }

  @Test
  void transitionsCarryExactMilliseconds() throws IOException {
    report.listeners().forEach(each -> each.moved(1_500_000, CLOSED, OPEN));
    report.listeners().forEach(each -> each.moved(20_000_000_000L, OPEN, HALF_OPEN));

    assertThat(json())
        .endsWith("\"transitions\":[{\"atMs\":1.5,\"from\":\"CLOSED\",\"to\":\"OPEN\"},"
            + "{\"atMs\":20000,\"from\":\"OPEN\",\"to\":\"HALF_OPEN\"}]}\n");
  }

  @Test
  void aSummaryListsNoMoreTransitionsThanAPersonReads() throws IOException {
    for (int i = 0; i < 1_000; i++) {
      long at = i * 1_000_000_000L;
      report.listeners().forEach(each -> each.moved(at, CLOSED, OPEN));
    }
    StringBuilder summary = new StringBuilder();
    report.writeSummary(summary);

    assertThat(summary).contains("transitions: 1,000\n").endsWith("… and 970 more\n");
    assertThat(json().split("atMs")).hasSize(1_001);
  }

  @Test
  void anEmptySummaryDividesByNothing() throws IOException {
    StringBuilder summary = new StringBuilder();
    report.writeSummary(summary);

    assertThat(summary).doesNotContain("NaN");
  }

  private void decide(RecordedOutcome outcome, boolean letThrough, int times) {
    for (int i = 0; i < times; i++) {
      report
          .listeners()
          .forEach(each -> each.decided(new Decision(0, 0, outcome, letThrough, CLOSED)));
    }
  }

  private String json() throws IOException {
    StringBuilder json = new StringBuilder();
    report.writeJson(json);
    return json.toString();
  }
}
