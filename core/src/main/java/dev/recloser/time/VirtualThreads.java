package dev.recloser.time;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Virtual threads, where the JDK has them: from 21 on. */
public final class VirtualThreads {
  private static final @Nullable Executor EXECUTOR = find();

  private VirtualThreads() {}

  /** Returns what runs each task on a virtual thread of its own; empty where the JDK has none. */
  public static Optional<Executor> executor() {
    return Optional.ofNullable(EXECUTOR);
  }

  private static @Nullable Executor find() {
    try {
      MethodHandle factory = MethodHandles.publicLookup()
          .findStatic(
              Executors.class,
              "newVirtualThreadPerTaskExecutor",
              MethodType.methodType(ExecutorService.class));
      return (ExecutorService) factory.invokeExact();
    } catch (NoSuchMethodException e) {
      return null;
    } catch (Throwable e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
