package dev.recloser;

import dev.recloser.check.SafeLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What was captured of a calling thread: its contexts. */
final class CapturedContexts {
  private static final System.Logger LOGGER = System.getLogger(CapturedContexts.class.getName());

  private final List<ContextPropagator.Context> contexts = new ArrayList<>();

  private CapturedContexts() {}

  static CapturedContexts of(List<ContextPropagator> propagators) {
    CapturedContexts captured = new CapturedContexts();
    for (ContextPropagator propagator : propagators) {
      ContextPropagator.Context context = propagator.capture();
      if (context == null) {
        throw new IllegalStateException("context propagator " + propagator + " captured null");
      }
      captured.contexts.add(context);
    }
    return captured;
  }

  /** Returns the task, to be started within the contexts wherever that is. */
  <T extends @Nullable Object> CheckedSupplier<CompletionStage<T>, Exception> around(
      CheckedSupplier<? extends CompletionStage<T>, ?> task) {
    return () -> within(task::get);
  }

  /** Runs a task within the contexts; what was there before is put back, last first, whatever the task does. */
  <T extends @Nullable Object, E extends Exception> T within(CheckedSupplier<? extends T, E> task)
      throws E {
    List<Runnable> undo = new ArrayList<>(contexts.size());
    try {
      for (ContextPropagator.Context context : contexts) {
        undo.add(context.restore());
      }
      return task.get();
    } finally {
      for (int i = undo.size() - 1; i >= 0; i--) {
        putBack(undo.get(i));
      }
    }
  }

  /** Each is put back, whatever the others do; what the task made is not lost over it. */
  private static void putBack(@Nullable Runnable undo) {
    try {
      Objects.requireNonNull(undo, "restore() returned null").run();
    } catch (Throwable fault) {
      SafeLog.warn(LOGGER, () -> "a context could not be put back after a task", fault);
    }
  }
}
