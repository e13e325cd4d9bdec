package dev.recloser.cli.demo;

import dev.recloser.cli.demo.Client.Result;
import java.io.PrintWriter;
import java.util.Locale;

/** The bill at the end: what the breaker saved, and what it cost. */
record Balance(Totals bare, Totals guarded, long bareRequests, long guardedRequests) {

  void printTo(PrintWriter out) {
    out.println();
    row(out, "", "bare", "guarded");
    row(out, "calls", bare.count(), guarded.count());
    row(out, "answered", bare.count(Result.ANSWERED), guarded.count(Result.ANSWERED));
    row(out, "failed", bare.count(Result.FAILED), guarded.count(Result.FAILED));
    row(out, "rejected at once", bare.count(Result.REJECTED), guarded.count(Result.REJECTED));
    row(out, "time spent on failed calls", waited(bare), waited(guarded));
    row(out, "requests to the sick service", bareRequests, guardedRequests);
    out.println();
    printSaved(out);
    out.flush();
  }

  private void printSaved(PrintWriter out) {
    out.println("What the breaker saved:");
    long failed = bare.count(Result.FAILED) - guarded.count(Result.FAILED);
    long waiting = bare.nanos(Result.FAILED) - guarded.nanos(Result.FAILED);
    long requests = bareRequests - guardedRequests;
    saved(out, number(Math.max(0, failed)), "failed calls, which were rejected at once instead");
    saved(out, seconds(Math.max(0, waiting)), "that callers spent waiting for no answer");
    saved(out, number(Math.max(0, requests)), "requests that the sick service was spared");
    if (guarded.count(Result.REJECTED) > 0) {
      out.println("A rejection took " + guarded.mean(Result.REJECTED) + " on average.");
    }
    long lost = bare.count(Result.ANSWERED) - guarded.count(Result.ANSWERED);
    if (lost > 0) {
      out.println("The price: "
          + number(lost)
          + " more calls got no answer; the slow service would have answered them, late.");
    }
  }

  private static String waited(Totals totals) {
    return seconds(totals.nanos(Result.FAILED));
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%,.1f s", nanos / 1e9);
  }

  private static String number(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  private static void row(PrintWriter out, String what, long bare, long guarded) {
    row(out, what, number(bare), number(guarded));
  }

  private static void row(PrintWriter out, String what, String bare, String guarded) {
    out.println(String.format("%-30s %10s %10s", what, bare, guarded).stripTrailing());
  }

  private static void saved(PrintWriter out, String amount, String what) {
    out.println(String.format("%10s  %s", amount, what));
  }
}
