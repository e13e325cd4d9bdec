package dev.recloser;

/**
 * Carries what belongs to the calling thread, such as a logging context or a trace, to the threads where an async call goes
 * on.
 *
 * <p>It is captured once, when the call is made, and restored around each run of the task and of a fallback.
 */
@FunctionalInterface
public interface ContextPropagator {

  /** Captures the context of the calling thread. */
  Context capture();

  /** A context that was captured. */
  @FunctionalInterface
  interface Context {

    /**
     * Makes this the context of the current thread.
     *
     * @return puts back what was the thread's context before; run on the same thread
     */
    Runnable restore();
  }
}
