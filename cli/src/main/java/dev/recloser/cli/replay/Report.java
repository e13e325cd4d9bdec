package dev.recloser.cli.replay;

import java.io.IOException;
import java.util.List;

/** What a replay found, gathered while it runs and written when it is over. */
final class Report {
  private final Tally tally = new Tally();
  private final Transitions transitions = new Transitions();
  private final TimeInState times = new TimeInState();
  private final Outages outages = new Outages();

  List<CallListener> listeners() {
    return List.of(tally, transitions, times, outages);
  }

  void writeSummary(Appendable out) throws IOException {
    new Summary(tally, transitions, times, outages).writeTo(out);
  }

  /** Writes one JSON object on one line. */
  void writeJson(Appendable out) throws IOException {
    out.append("{\"calls\":" + tally.calls())
        .append(",\"letThrough\":" + tally.letThrough())
        .append(",\"rejected\":" + tally.rejected())
        .append(",\"failuresLetThrough\":" + tally.failuresLetThrough())
        .append(",\"failuresAvoided\":" + tally.failuresAvoided())
        .append(",\"goodRejected\":" + tally.goodRejected())
        .append(",\"transitions\":[");
    for (int i = 0; i < transitions.size(); i++) {
      out.append(i == 0 ? "{" : ",{")
          .append("\"atMs\":" + TimeText.millis(transitions.atNanos(i)))
          .append(",\"from\":\"" + transitions.from(i))
          .append("\",\"to\":\"" + transitions.to(i))
          .append("\"}");
    }
    out.append("]}\n");
  }
}
