package dev.recloser.http;

import dev.recloser.CallInterruptedException;
import dev.recloser.FallbackReason;
import dev.recloser.http.spi.Exchange;
import dev.recloser.retry.Retry;
import dev.recloser.timeout.Timeout;
import java.io.IOException;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * One send on the calling thread, with all its attempts.
 *
 * @param <Q> the requests
 * @param <A> the responses, whatever their body
 * @param <R> the responses of this send
 */
final class BlockingSend<Q, A, R extends A> {
  private final Rules<Q, A> rules;
  private final Q request;
  private final Exchange<Q, R> exchange;
  private final Set<URI> tried;

  private Received<A> received;

  BlockingSend(Rules<Q, A> rules, Q request, Exchange<Q, R> exchange) {
    this.rules = rules;
    this.request = request;
    this.exchange = exchange;
    this.tried = rules.tried();
    this.received = new Received<>(rules.dialect());
  }

  R run() throws IOException, InterruptedException {
    R response = null;
    try {
      response = rules.total() == null ? attempts() : rules.total().call(this::attempts);
      return response;
    } catch (CancellationException nobodyWaits) {
      throw nobodyWaits;
    } catch (CallInterruptedException | InterruptedException nobodyWaits) {
      throw interrupted(nobodyWaits);
    } catch (IOException | RuntimeException failure) {
      R fallback = fallBack(failure);
      if (fallback == null) {
        throw failure;
      }
      return fallback;
    } catch (Exception impossible) {
      throw new IllegalStateException("an attempt threw what it cannot throw", impossible);
    } finally {
      received.giveUpUnless(response);
    }
  }

  /** Returns it as what the clients of the JDK throw, which leaves no flag behind. */
  private static InterruptedException interrupted(Exception cause) {
    boolean unused = Thread.interrupted();
    if (cause instanceof InterruptedException own) {
      return own;
    }
    InterruptedException interrupted = new InterruptedException(cause.getMessage());
    interrupted.initCause(cause);
    return interrupted;
  }

  private R attempts() throws Exception {
    Retry retry = rules.retryOf(request);
    return retry == null
        ? attempt()
        : retry.call(new Judge<>(rules, request, tried), this::attempt);
  }

  private R attempt() throws Exception {
    received.giveUp();
    received = new Received<>(rules.dialect());
    Leave<Q, A> leave = Leave.ask(rules, request, tried);
    try {
      R response =
          rules.limits() == null ? exchange(leave) : rules.limits().call(() -> exchange(leave));
      leave.answered(response);
      return response;
    } catch (Throwable failure) {
      leave.failed(failure);
      throw failure;
    }
  }

  private R exchange(Leave<Q, A> leave) throws Exception {
    Q marked = leave.request();
    return exchange.heedsInterrupts()
        ? send(marked)
        : Timeout.callBreakable(exchange::breakOff, () -> send(marked));
  }

  /** A limit further out may still turn the response into a failure; then it is given up. */
  private R send(Q marked) throws IOException, InterruptedException {
    R response = exchange.send(marked);
    received.put(response);
    return response;
  }

  private @Nullable R fallBack(Exception failure) throws IOException, InterruptedException {
    try {
      FallbackResponse answer = rules.fallback() == null
          ? null
          : rules.fallback().apply(request, FallbackReason.of(failure));
      return answer == null
          ? null
          : exchange.answer(request, answer.statusCode(), answer.headers(), answer.bytes());
    } catch (Throwable fault) {
      if (fault != failure) {
        fault.addSuppressed(failure);
      }
      throw fault;
    }
  }
}
