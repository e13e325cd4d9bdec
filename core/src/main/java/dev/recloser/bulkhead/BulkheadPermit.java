package dev.recloser.bulkhead;

import dev.recloser.Outcome;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Leave to make one call, which somebody else may have once it is closed.
 *
 * <p>It is given back once: closing it again does nothing. Safe for use by many threads; it may be closed on another
 * thread than the one that acquired it.
 */
public final class BulkheadPermit implements AutoCloseable {
  private static final VarHandle CLOSED;

  static {
    try {
      CLOSED = MethodHandles.lookup().findVarHandle(BulkheadPermit.class, "closed", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Gate gate;

  @SuppressWarnings("unused") // Through CLOSED.
  private volatile boolean closed;

  BulkheadPermit(Gate gate) {
    this.gate = gate;
  }

  /** Gives the permit back: the call has ended, or was never made. */
  @Override
  public void close() {
    if (CLOSED.compareAndSet(this, false, true)) {
      gate.leave(Outcome.IGNORED);
    }
  }
}
