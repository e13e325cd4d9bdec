package dev.recloser.cli.replay;

import dev.recloser.circuitbreaker.CircuitBreaker;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** The report for people. */
record Summary(Tally tally, Transitions transitions, TimeInState times, Outages outages) {
  private static final int LONGEST_LIST = 30;

  void writeTo(Appendable out) throws IOException {
    writeCalls(out);
    writeOutages(out);
    writeTimes(out);
    writeTransitions(out);
  }

  private void writeCalls(Appendable out) throws IOException {
    line(out, "calls       %,9d  in %s", tally.calls(), TimeText.span(times.total()));
    line(out, "let through %,9d", tally.letThrough());
    line(out, "rejected    %,9d", tally.rejected());
    line(out, "failures    %,9d  let through", tally.failuresLetThrough());
    line(
        out,
        "            %,9d  avoided%s",
        tally.failuresAvoided(),
        share(tally.failuresAvoided(), tally.failures(), "failures"));
    line(
        out,
        "good calls  %,9d  wrongly rejected%s",
        tally.goodRejected(),
        share(tally.goodRejected(), tally.good(), "good calls"));
  }

  private static String share(long part, long whole, String what) {
    return whole == 0
        ? ""
        : String.format(Locale.ROOT, " (%.1f %% of %,d %s)", 100.0 * part / whole, whole, what);
  }

  private void writeOutages(Appendable out) throws IOException {
    List<Outage> found = outages.found();
    line(out, "");
    line(
        out,
        "outages: %,d (%d failures in a row begin one, %d good calls in a row end it)",
        found.size(),
        Outages.RUN,
        Outages.RUN);
    for (Outage outage : found.subList(0, Math.min(found.size(), LONGEST_LIST))) {
      line(
          out,
          "%14s  lasted %-9s %s",
          TimeText.seconds(outage.beganNanos()),
          TimeText.span(outage.lastedNanos()) + ",",
          outage.firstTrip());
    }
    writeRest(out, found.size());
  }

  private void writeTimes(Appendable out) throws IOException {
    line(out, "");
    line(out, "time in each state");
    for (CircuitBreaker.State state : CircuitBreaker.State.values()) {
      long nanos = times.nanos(state);
      if (nanos > 0) {
        double percent = 100.0 * nanos / times.total();
        line(out, "%14s  %-9s %5.1f %%", TimeText.seconds(nanos), state, percent);
      }
    }
  }

  private void writeTransitions(Appendable out) throws IOException {
    line(out, "");
    line(out, "transitions: %,d", transitions.size());
    for (int i = 0; i < Math.min(transitions.size(), LONGEST_LIST); i++) {
      String at = TimeText.seconds(transitions.atNanos(i));
      line(out, "%14s  %-9s -> %s", at, transitions.from(i), transitions.to(i));
    }
    writeRest(out, transitions.size());
  }

  private static void writeRest(Appendable out, int size) throws IOException {
    if (size > LONGEST_LIST) {
      line(out, "                … and %,d more", size - LONGEST_LIST);
    }
  }

  @SuppressWarnings("AnnotateFormatMethod")
  private static void line(Appendable out, String format, Object... values) throws IOException {
    out.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
