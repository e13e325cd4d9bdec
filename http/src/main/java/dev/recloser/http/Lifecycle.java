package dev.recloser.http;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.http.HttpClient;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The end of a client, which Java knows since version 21. */
final class Lifecycle {
  private static final @Nullable MethodHandle CLOSE = find("close", void.class);
  private static final @Nullable MethodHandle SHUTDOWN = find("shutdown", void.class);
  private static final @Nullable MethodHandle SHUTDOWN_NOW = find("shutdownNow", void.class);
  private static final @Nullable MethodHandle AWAIT =
      find("awaitTermination", boolean.class, Duration.class);
  private static final @Nullable MethodHandle IS_TERMINATED = find("isTerminated", boolean.class);

  private final HttpClient client;

  Lifecycle(HttpClient client) {
    this.client = client;
  }

  void close() {
    run(CLOSE);
  }

  void shutdown() {
    run(SHUTDOWN);
  }

  void shutdownNow() {
    run(SHUTDOWN_NOW);
  }

  boolean awaitTermination(Duration duration) throws InterruptedException {
    try {
      return AWAIT != null && (boolean) AWAIT.invokeExact(client, duration);
    } catch (InterruptedException e) {
      throw e;
    } catch (Throwable thrown) {
      throw unchecked(thrown);
    }
  }

  boolean isTerminated() {
    try {
      return IS_TERMINATED != null && (boolean) IS_TERMINATED.invokeExact(client);
    } catch (Throwable thrown) {
      throw unchecked(thrown);
    }
  }

  private void run(@Nullable MethodHandle method) {
    try {
      if (method != null) {
        method.invokeExact(client);
      }
    } catch (Throwable thrown) {
      throw unchecked(thrown);
    }
  }

  /** None of the methods declares an exception but that of an interrupt. */
  private static RuntimeException unchecked(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return thrown instanceof RuntimeException unchecked
        ? unchecked
        : new IllegalStateException(thrown);
  }

  private static @Nullable MethodHandle find(
      String name, Class<?> returned, Class<?>... arguments) {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(HttpClient.class, name, MethodType.methodType(returned, arguments));
    } catch (NoSuchMethodException olderJava) {
      return null;
    } catch (IllegalAccessException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
