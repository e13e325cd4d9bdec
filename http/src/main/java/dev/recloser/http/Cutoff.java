package dev.recloser.http;

import dev.recloser.Deadline;
import dev.recloser.http.spi.Exchange;
import dev.recloser.time.TimeSource;
import dev.recloser.time.Timer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Breaks off an attempt that outlives its deadline, where an interrupt would not. */
final class Cutoff implements Runnable {

  /*
   * The timeout further out has set its timer for the same instant first, so it has fired when this one does, and turns
   * whatever the broken attempt brings into its own exception. The lock is held while the attempt is broken off, so that
   * this cannot hit the next attempt.
   */

  private final Exchange<?, ?> exchange;
  private final Lock lock = new ReentrantLock();
  private boolean ended;
  private boolean broken;

  private Cutoff(Exchange<?, ?> exchange) {
    this.exchange = exchange;
  }

  /** Makes an attempt, by the deadline, and takes in its response. */
  static <Q, R> R send(
      Q request,
      Exchange<Q, R> exchange,
      Deadline deadline,
      TimeSource time,
      Received<? super R> received)
      throws IOException, InterruptedException {
    Cutoff cutoff = new Cutoff(exchange);
    Timer timer = time.schedule(deadline.remaining(), cutoff);
    R response;
    try {
      response = exchange.send(request);
      received.put(response);
    } finally {
      cutoff.end();
      timer.cancel();
    }
    if (cutoff.broken) {
      throw new InterruptedIOException("the time of the attempt was up");
    }
    return response;
  }

  @Override
  public void run() {
    lock.lock();
    try {
      if (!ended) {
        broken = true;
        exchange.breakOff();
      }
    } finally {
      lock.unlock();
    }
  }

  private void end() {
    lock.lock();
    try {
      ended = true;
    } finally {
      lock.unlock();
    }
  }
}
