package dev.recloser.cli.demo;

import dev.recloser.circuitbreaker.CircuitBreakerEvent;
import dev.recloser.time.TimeSource;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** One run: a service that breaks and mends, and two clients that call it all the while. */
final class Demo implements AutoCloseable {
  private final TimeSource time = TimeSource.system();
  private final Duration total;
  private final int callsPerSecond;
  private final DemoThreads threads;
  private final Service service;
  private final Connection bareConnection;
  private final Connection guardedConnection;
  private final GuardedClient guardedClient;
  private final Ledger bare;
  private final Ledger guarded;
  private final Recovered recovered = new Recovered(time);

  Demo(Duration total, int callsPerSecond) throws IOException {
    this.total = total;
    this.callsPerSecond = callsPerSecond;
    this.threads = DemoThreads.start();
    this.service = Service.start(threads.service());
    this.bareConnection = new Connection(service.address("bare"), threads.http());
    this.guardedConnection = new Connection(service.address("guarded"), threads.http());
    this.guardedClient = GuardedClient.of("guarded", guardedConnection);
    this.bare = new Ledger(new BareClient(bareConnection), time);
    this.guarded = new Ledger(guardedClient, time);
  }

  /** Runs to the end, and prints as it goes. */
  void run(PrintWriter out, Palette palette) throws InterruptedException {
    guardedClient.breaker().on(CircuitBreakerEvent.Closed.class, event -> recovered.closed());
    bareConnection.warmUp();
    guardedConnection.warmUp();
    GuardedClient.warmUp(guardedConnection);
    scheduleThePhases();
    startTheCalls();
    printRows(out, new Timeline(out, palette));
    threads.finishCalls();
    new Balance(
            bare.totals(),
            guarded.totals(),
            service.requestsWhileSick("bare"),
            service.requestsWhileSick("guarded"))
        .printTo(out);
    out.println(recovered.sentence());
    out.flush();
  }

  private void scheduleThePhases() {
    for (Phase phase : Phase.values()) {
      threads.at(phase.start(total), () -> enter(phase));
    }
  }

  private void enter(Phase phase) {
    if (phase == Phase.RECOVERED) {
      recovered.serviceIsBack(guardedClient.breaker().state());
    }
    service.become(phase);
  }

  private void startTheCalls() {
    threads.every(Duration.ofSeconds(1).dividedBy(callsPerSecond), this::callBoth);
  }

  private void callBoth() {
    threads.callers().execute(bare::callOnce);
    threads.callers().execute(guarded::callOnce);
  }

  /** Stops early if nobody reads the rows any more. */
  private void printRows(PrintWriter out, Timeline timeline) throws InterruptedException {
    timeline.printHeader();
    Totals lastBare = bare.totals();
    Totals lastGuarded = guarded.totals();
    long start = time.nanoTime();
    for (long second = 1; second <= total.toSeconds() && !out.checkError(); second++) {
      long wait = start + TimeUnit.SECONDS.toNanos(second) - time.nanoTime();
      time.sleep(Duration.ofNanos(Math.max(0, wait)));
      Totals nowBare = bare.totals();
      Totals nowGuarded = guarded.totals();
      Phase phase = Phase.at(Duration.ofSeconds(second).minusMillis(500), total);
      timeline.printRow(
          second,
          phase,
          nowBare.since(lastBare),
          nowGuarded.since(lastGuarded),
          guardedClient.breaker().state());
      lastBare = nowBare;
      lastGuarded = nowGuarded;
    }
  }

  @Override
  public void close() {
    threads.close();
    service.close();
    bareConnection.close();
    guardedConnection.close();
  }
}
