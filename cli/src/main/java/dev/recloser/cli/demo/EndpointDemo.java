package dev.recloser.cli.demo;

import dev.recloser.time.TimeSource;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** One run: services that fall ill and recover, and two clients that call them all the while. */
final class EndpointDemo implements AutoCloseable {
  private final TimeSource time = TimeSource.system();
  private final Plan plan;
  private final int callsPerSecond;
  private final DemoThreads threads;
  private final Fleet fleet;
  private final Rivals rivals;

  EndpointDemo(Plan plan, int callsPerSecond) throws IOException {
    this.plan = plan;
    this.callsPerSecond = callsPerSecond;
    this.threads = DemoThreads.start();
    this.fleet = Fleet.start(plan.endpoints(), threads.service());
    this.rivals = new Rivals(fleet.addresses(), threads.http(), time);
  }

  /** Runs to the end, and prints as it goes. */
  void run(PrintWriter out, Palette palette) throws InterruptedException {
    rivals.warmUp();
    scheduleTheAilments();
    threads.every(Duration.ofSeconds(1).dividedBy(callsPerSecond), this::callBoth);
    printRows(out, new EndpointTimeline(out, palette, plan.endpoints()));
    threads.finishCalls();
    new EndpointBalance(plan, rivals.plainSide(), rivals.pooledSide()).printTo(out);
  }

  private void scheduleTheAilments() {
    plan.ailments().forEach((endpoint, ailment) -> {
      threads.at(ailment.start(plan.total()), () -> fallIll(endpoint, ailment));
      threads.at(Ailment.cure(plan.total()), () -> recover(endpoint));
    });
  }

  private void fallIll(int endpoint, Ailment ailment) {
    rivals.fellIll(endpoint);
    fleet.backends().get(endpoint).fallIll(ailment);
  }

  private void recover(int endpoint) {
    fleet.backends().get(endpoint).recover();
    rivals.recovered(endpoint);
  }

  private void callBoth() {
    threads.callers().execute(rivals.plain()::callOnce);
    threads.callers().execute(rivals.pooled()::callOnce);
  }

  /** Stops early if nobody reads the rows any more. */
  private void printRows(PrintWriter out, EndpointTimeline timeline) throws InterruptedException {
    timeline.printHeader();
    Reading last = Reading.of(rivals);
    long start = time.nanoTime();
    for (long second = 1; second <= plan.total().toSeconds() && !out.checkError(); second++) {
      long wait = start + TimeUnit.SECONDS.toNanos(second) - time.nanoTime();
      time.sleep(Duration.ofNanos(Math.max(0, wait)));
      Reading now = Reading.of(rivals);
      plan.notes(second).forEach(timeline::printNote);
      timeline.printRow(second, now.since(last));
      last = now;
    }
  }

  @Override
  public void close() {
    threads.close();
    fleet.close();
    rivals.close();
  }
}
