package dev.recloser.cli.demo;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * The threads of a demo; none of them keeps the process alive.
 *
 * @param callers on which clients wait for their calls
 * @param http on which the HTTP clients work
 * @param service on which the service answers
 * @param clock which starts calls on time
 */
record DemoThreads(
    ExecutorService callers,
    ExecutorService http,
    ScheduledExecutorService service,
    ScheduledExecutorService clock)
    implements AutoCloseable {

  static DemoThreads start() {
    return new DemoThreads(
        Executors.newCachedThreadPool(named("demo-caller")),
        Executors.newCachedThreadPool(named("demo-http")),
        Executors.newScheduledThreadPool(2, named("demo-service")),
        Executors.newSingleThreadScheduledExecutor(named("demo-clock")));
  }

  /** Runs a task after a delay, unless the demo is over by then. */
  void at(Duration delay, Runnable task) {
    Future<?> unused = clock.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Runs a task again and again, until the demo is over. */
  void every(Duration period, Runnable task) {
    long nanos = period.toNanos();
    Future<?> unused = clock.scheduleAtFixedRate(task, nanos, nanos, TimeUnit.NANOSECONDS);
  }

  /** Lets no new call start, and waits a little for those that run. */
  void finishCalls() throws InterruptedException {
    clock.shutdownNow();
    callers.shutdown();
    callers.awaitTermination(5, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    clock.shutdownNow();
    callers.shutdownNow();
    http.shutdownNow();
    service.shutdownNow();
  }

  private static ThreadFactory named(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
