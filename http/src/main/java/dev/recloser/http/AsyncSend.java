package dev.recloser.http;

import dev.recloser.FallbackReason;
import dev.recloser.retry.Retry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One send that nobody waits for, with all its attempts. */
final class AsyncSend<T extends @Nullable Object> {
  private final HttpClient client;
  private final Rules<HttpRequest, HttpResponse<?>> rules;
  private final HttpRequest request;
  private final BodyHandler<T> handler;
  private final @Nullable PushPromiseHandler<T> pushes;

  /** Attempts follow one another, so nobody else is at it. */
  private final Set<URI> tried;

  private volatile Received<HttpResponse<?>> received;
  private volatile boolean ended;

  AsyncSend(
      HttpClient client,
      Rules<HttpRequest, HttpResponse<?>> rules,
      HttpRequest request,
      BodyHandler<T> handler,
      @Nullable PushPromiseHandler<T> pushes) {
    this.client = client;
    this.rules = rules;
    this.request = request;
    this.handler = handler;
    this.pushes = pushes;
    this.tried = rules.tried();
    this.received = new Received<>(rules.dialect());
  }

  CompletableFuture<HttpResponse<T>> start() {
    CompletableFuture<HttpResponse<T>> source =
        rules.total() == null ? attempts() : rules.total().callAsync(this::attempts);
    Linked<HttpResponse<T>> promise = new Linked<>(source);
    var unused = source.whenComplete((response, failure) -> {
      if (failure == null) {
        promise.complete(response);
      } else {
        fallBack(promise, Linked.cause(failure));
      }
    });
    var unused2 = promise.whenComplete((response, failure) -> {
      ended = true;
      received.giveUpUnless(response);
    });
    return promise;
  }

  private CompletableFuture<HttpResponse<T>> attempts() {
    Retry retry;
    try {
      retry = rules.retryOf(request);
    } catch (Throwable fault) {
      return CompletableFuture.failedFuture(fault);
    }
    return retry == null
        ? attempt()
        : retry.callAsync(new Judge<>(rules, request, tried), this::attempt);
  }

  private CompletableFuture<HttpResponse<T>> attempt() {
    received.giveUp();
    Received<HttpResponse<?>> mine = new Received<>(rules.dialect());
    received = mine;
    if (ended) {
      mine.giveUp();
    }
    Leave<HttpRequest, HttpResponse<?>> leave;
    try {
      leave = Leave.ask(rules, request, tried);
    } catch (Throwable refusal) {
      return CompletableFuture.failedFuture(refusal);
    }
    CompletableFuture<HttpResponse<T>> source;
    try {
      source = rules.limits() == null
          ? exchange(leave, mine)
          : rules.limits().callAsync(() -> exchange(leave, mine));
    } catch (Throwable fault) {
      source = CompletableFuture.failedFuture(fault);
    }
    return settled(leave, source);
  }

  private static <R extends HttpResponse<?>> CompletableFuture<R> settled(
      Leave<HttpRequest, HttpResponse<?>> leave, CompletableFuture<R> source) {
    Linked<R> promise = new Linked<>(source);
    var unused = source.whenComplete((response, failure) -> {
      Throwable cause = failure == null ? null : Linked.cause(failure);
      try {
        if (cause == null) {
          leave.answered(response);
        }
      } catch (Throwable fault) {
        cause = fault; // Such as that of a client that answers with nothing at all.
      }
      if (cause == null) {
        promise.complete(response);
      } else {
        try {
          leave.failed(cause);
        } finally {
          promise.completeExceptionally(cause);
        }
      }
    });
    return promise;
  }

  private CompletableFuture<HttpResponse<T>> exchange(
      Leave<HttpRequest, HttpResponse<?>> leave, Received<HttpResponse<?>> mine) {
    HttpRequest marked = leave.request();
    CompletableFuture<HttpResponse<T>> source = pushes == null
        ? client.sendAsync(marked, handler)
        : client.sendAsync(marked, handler, pushes);
    Linked<HttpResponse<T>> promise = new Linked<>(source);
    var unused = source.whenComplete((response, failure) -> {
      if (failure == null) {
        mine.put(response);
        if (!promise.complete(response)) {
          mine.giveUp();
        }
      } else {
        promise.completeExceptionally(Linked.cause(failure));
      }
    });
    return promise;
  }

  private void fallBack(CompletableFuture<HttpResponse<T>> promise, Throwable failure) {
    try {
      FallbackResponse answer =
          rules.fallback() == null || promise.isDone() || failure instanceof Error
              ? null
              : rules.fallback().apply(request, FallbackReason.of(failure));
      if (answer == null) {
        promise.completeExceptionally(failure);
        return;
      }
      var unused = MadeResponse.of(
              request, answer.statusCode(), answer.headers(), answer.bytes(), handler)
          .whenComplete((response, fault) -> {
            if (fault == null) {
              promise.complete(response);
            } else {
              promise.completeExceptionally(Linked.cause(fault));
            }
          });
    } catch (Throwable fault) {
      fault.addSuppressed(failure);
      promise.completeExceptionally(fault);
    }
  }
}
