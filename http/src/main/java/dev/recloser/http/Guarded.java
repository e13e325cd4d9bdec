package dev.recloser.http;

import dev.recloser.http.spi.Exchange;
import dev.recloser.http.spi.Sender;
import java.io.IOException;
import java.io.InterruptedIOException;

/** Sends through clients that know only of failed input and output. */
record Guarded<Q, R>(Rules<Q, R> rules) implements Sender<Q, R> {

  @Override
  public R send(Q request, Exchange<Q, R> exchange) throws IOException {
    try {
      return new BlockingSend<>(rules, request, exchange).run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("interrupted");
      interrupted.initCause(e);
      throw interrupted;
    }
  }
}
