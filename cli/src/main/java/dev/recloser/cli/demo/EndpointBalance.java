package dev.recloser.cli.demo;

import java.io.PrintWriter;
import java.util.Locale;

/**
 * The bill at the end: what the callers saw, with plain round robin and with the pool.
 *
 * @param plan what befell the endpoints
 * @param plain plain round robin
 * @param pool the pool
 */
record EndpointBalance(Plan plan, Side plain, Side pool) {

  void printTo(PrintWriter out) {
    out.println();
    row(out, "what the callers saw", "plain round robin", "pool");
    row(out, "requests", plain.requests(), pool.requests());
    row(out, "failed", plain.failed(), pool.failed());
    row(out, "failed, of all", plain.failedShare(), pool.failedShare());
    row(out, "mean time", plain.latencies().mean(), pool.latencies().mean());
    quantile(out, "half took at most", 0.5);
    quantile(out, "95 % took at most", 0.95);
    quantile(out, "99 % took at most", 0.99);
    out.println();
    row(out, "attempts", plain.attempts(), pool.attempts());
    plan.ailments().forEach((endpoint, ailment) -> printExposure(out, endpoint, ailment));
    out.println();
    printSaved(out);
    out.flush();
  }

  private void printExposure(PrintWriter out, int endpoint, Ailment ailment) {
    row(
        out,
        "  on " + Fleet.letter(endpoint) + " while " + ailment.state(),
        plain.exposure().whileIll(endpoint),
        pool.exposure().whileIll(endpoint));
  }

  private void printSaved(PrintWriter out) {
    long spared = Math.max(0, plain.failed() - pool.failed());
    long retries = Math.max(0, pool.attempts() - pool.requests());
    out.println("The pool spared its callers " + counted(spared, "failure", "failures") + ".");
    out.println("The price: "
        + counted(retries, "retry", "retries")
        + ", "
        + Side.percent(retries, pool.requests())
        + " of the requests.");
  }

  private static String counted(long count, String one, String many) {
    return number(count) + " " + (count == 1 ? one : many);
  }

  private void quantile(PrintWriter out, String what, double share) {
    row(out, what, plain.latencies().quantile(share), pool.latencies().quantile(share));
  }

  private static void row(PrintWriter out, String what, long plain, long pool) {
    row(out, what, number(plain), number(pool));
  }

  private static void row(PrintWriter out, String what, String plain, String pool) {
    out.println(String.format("%-22s %18s %10s", what, plain, pool));
  }

  private static String number(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }
}
