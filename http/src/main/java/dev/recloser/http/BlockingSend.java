package dev.recloser.http;

import dev.recloser.FallbackReason;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** One send on the calling thread, with all its attempts. */
final class BlockingSend<T extends @Nullable Object> {
  private final HttpClient client;
  private final Rules rules;
  private final HttpRequest request;
  private final BodyHandler<T> handler;
  private final Set<URI> tried = new HashSet<>();

  private Received received = new Received();

  BlockingSend(HttpClient client, Rules rules, HttpRequest request, BodyHandler<T> handler) {
    this.client = client;
    this.rules = rules;
    this.request = request;
    this.handler = handler;
  }

  HttpResponse<T> run() throws IOException, InterruptedException {
    HttpResponse<T> response = null;
    try {
      response = rules.total() == null ? attempts() : rules.total().call(this::attempts);
      return response;
    } catch (IOException | InterruptedException | RuntimeException failure) {
      HttpResponse<T> fallback = fallBack(failure);
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

  private HttpResponse<T> attempts() throws Exception {
    return rules.retry() == null
        ? attempt()
        : rules.retry().call(new Judge(rules, request), this::attempt);
  }

  private HttpResponse<T> attempt() throws Exception {
    received.giveUp();
    received = new Received();
    Leave leave = Leave.ask(rules, request, tried);
    try {
      HttpRequest marked = leave.request();
      HttpResponse<T> response =
          rules.limits() == null ? exchange(marked) : rules.limits().call(() -> exchange(marked));
      leave.answered(response);
      return response;
    } catch (Throwable failure) {
      leave.failed(failure);
      throw failure;
    }
  }

  /** A limit further out may still turn the response into a failure; then it is given up. */
  private HttpResponse<T> exchange(HttpRequest marked) throws IOException, InterruptedException {
    HttpResponse<T> response = client.send(marked, handler);
    received.put(response);
    return response;
  }

  private @Nullable HttpResponse<T> fallBack(Exception failure)
      throws IOException, InterruptedException {
    FallbackResponse answer = rules.fallback() == null
        ? null
        : rules.fallback().apply(request, FallbackReason.of(failure));
    if (answer == null) {
      return null;
    }
    try {
      return MadeResponse.of(request, answer, handler).get();
    } catch (ExecutionException e) {
      throw new IOException("the body handler cannot read the fallback response", e.getCause());
    }
  }
}
