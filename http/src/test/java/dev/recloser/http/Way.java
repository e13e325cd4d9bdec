package dev.recloser.http;

import dev.recloser.time.ManualTimeSource;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** The two ways to send. */
public enum Way {
  SYNC {
    @Override
    public <T> HttpResponse<T> send(
        HttpClient http, HttpRequest request, BodyHandler<T> handler, ManualTimeSource time)
        throws Exception {
      return http.send(request, handler);
    }
  },
  ASYNC {
    @Override
    public <T> HttpResponse<T> send(
        HttpClient http, HttpRequest request, BodyHandler<T> handler, ManualTimeSource time)
        throws Exception {
      return result(http.sendAsync(request, handler), time);
    }
  };

  /** Sends, and waits for the response. */
  public abstract <T> HttpResponse<T> send(
      HttpClient http, HttpRequest request, BodyHandler<T> handler, ManualTimeSource time)
      throws Exception;

  /** Waits until the time of an attempt runs: a server may be asked before the timer of what nobody waits for is set. */
  public static void awaitTimer(ManualTimeSource time) {
    while (time.pendingTimers() == 0 && !Thread.currentThread().isInterrupted()) {
      Thread.onSpinWait();
    }
  }

  /** Waits for a future, and lets those who wait for a time that has come go on meanwhile. */
  public static <T> T result(CompletableFuture<T> future, ManualTimeSource time) throws Exception {
    while (!future.isDone() && !Thread.currentThread().isInterrupted()) {
      time.advance(Duration.ZERO);
      Thread.onSpinWait();
    }
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }
}
