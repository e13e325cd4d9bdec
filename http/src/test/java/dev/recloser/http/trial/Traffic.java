package dev.recloser.http.trial;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/** Requests at a steady rate, whether the ones before have ended or not. */
final class Traffic {
  private static final HttpRequest REQUEST =
      HttpRequest.newBuilder(URI.create("http://service/")).build();

  /** How one request ended: when, counted from the start, and whether well. */
  record Ended(long atNanos, boolean well) {}

  /** Something to be done meanwhile. */
  record Step(Duration at, CheckedAction action) {}

  interface CheckedAction {
    void run() throws Exception;
  }

  private final HttpClient http;
  private final long everyNanos;
  private final ConcurrentLinkedQueue<Ended> ended = new ConcurrentLinkedQueue<>();

  Traffic(HttpClient http, int perSecond) {
    this.http = http;
    this.everyNanos = Duration.ofSeconds(1).toNanos() / perSecond;
  }

  /** Sends for so long; takes the steps on threads of their own; returns when all requests have ended. */
  List<Ended> run(Duration length, List<Step> steps) throws Exception {
    long start = System.nanoTime();
    List<CompletableFuture<?>> all = new ArrayList<>();
    List<Step> left = new ArrayList<>(steps);
    for (long due = 0; due < length.toNanos(); due += everyNanos) {
      long wait = start + due - System.nanoTime();
      if (wait > 0) {
        LockSupport.parkNanos(wait);
      }
      while (!left.isEmpty() && left.get(0).at().toNanos() <= due) {
        CheckedAction action = left.remove(0).action();
        all.add(CompletableFuture.runAsync(unchecked(action), Traffic::onItsOwnThread));
      }
      all.add(http.sendAsync(REQUEST, BodyHandlers.ofString()).handle((response, failure) -> {
        boolean well = failure == null && response.statusCode() == 200;
        ended.add(new Ended(System.nanoTime() - start, well));
        return well;
      }));
    }
    CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
    return List.copyOf(ended);
  }

  /** The common pool may have one thread only, and steps wait. */
  static void onItsOwnThread(Runnable action) {
    Thread thread = new Thread(action, "step");
    thread.setDaemon(true);
    thread.start();
  }

  static Runnable unchecked(CheckedAction action) {
    return () -> {
      try {
        action.run();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    };
  }
}
