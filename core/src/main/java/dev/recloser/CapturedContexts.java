package dev.recloser;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What was captured of a calling thread: its contexts, and its call. */
final class CapturedContexts {
  private final List<ContextPropagator.Context> contexts = new ArrayList<>();

  private CapturedContexts() {}

  static CapturedContexts of(List<ContextPropagator> propagators) {
    CapturedContexts captured = new CapturedContexts();
    for (ContextPropagator propagator : propagators) {
      captured.contexts.add(propagator.capture());
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
        undo.get(i).run();
      }
    }
  }
}
