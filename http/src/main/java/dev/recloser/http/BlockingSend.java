package dev.recloser.http;

import dev.recloser.Call;
import dev.recloser.Deadline;
import dev.recloser.FallbackReason;
import dev.recloser.http.spi.Exchange;
import dev.recloser.retry.Retry;
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
    } catch (IOException | InterruptedException | RuntimeException failure) {
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

  private R attempts() throws Exception {
    Retry retry = rules.retryOf(request);
    return retry == null ? attempt() : retry.call(new Judge<>(rules, request), this::attempt);
  }

  private R attempt() throws Exception {
    received.giveUp();
    received = new Received<>(rules.dialect());
    Leave<Q, A> leave = Leave.ask(rules, request, tried);
    try {
      Q marked = leave.request();
      R response =
          rules.limits() == null ? exchange(marked) : rules.limits().call(() -> exchange(marked));
      leave.answered(response);
      return response;
    } catch (Throwable failure) {
      leave.failed(failure);
      throw failure;
    }
  }

  /** A limit further out may still turn the response into a failure; then it is given up. */
  private R exchange(Q marked) throws IOException, InterruptedException {
    if (!exchange.heedsInterrupts()) {
      Deadline deadline = Call.current().deadline().orElse(null);
      if (deadline != null) {
        return Cutoff.send(marked, exchange, deadline, rules.time(), received);
      }
    }
    R response = exchange.send(marked);
    received.put(response);
    return response;
  }

  private @Nullable R fallBack(Exception failure) throws IOException, InterruptedException {
    FallbackResponse answer = rules.fallback() == null
        ? null
        : rules.fallback().apply(request, FallbackReason.of(failure));
    return answer == null
        ? null
        : exchange.answer(request, answer.statusCode(), answer.headers(), answer.bytes());
  }
}
