package dev.recloser.cli.demo;

import dev.recloser.cli.demo.Client.Result;
import dev.recloser.time.TimeSource;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/** Makes calls for one client, and remembers how long each took. Safe for use by many threads. */
final class CallLog {
  private final Client client;
  private final TimeSource time;
  private final LongAdder failed = new LongAdder();
  private final Queue<Long> nanos = new ConcurrentLinkedQueue<>();

  CallLog(Client client, TimeSource time) {
    this.client = client;
    this.time = time;
  }

  /** Makes one call. If the demo ends before it does, it is not counted. */
  void callOnce() {
    long start = time.nanoTime();
    try {
      Result result = client.call();
      nanos.add(time.nanoTime() - start);
      if (result != Result.ANSWERED) {
        failed.increment();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns how many calls have failed so far. */
  long failed() {
    return failed.sum();
  }

  /** Returns how long the calls took that have ended so far. */
  Latencies latencies() {
    return new Latencies(nanos.stream().sorted().toList());
  }
}
