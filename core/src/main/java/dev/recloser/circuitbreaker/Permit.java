package dev.recloser.circuitbreaker;

import dev.recloser.Outcome;
import dev.recloser.check.Argument;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Leave to make one call, and the duty to say how it ended.
 *
 * <p>It settles once: the first report counts, later ones do nothing. It is reported to the state that granted it; if
 * the breaker has moved on since, the report changes nothing. Safe for use by many threads; it may be settled on another
 * thread than the one that acquired it.
 *
 * <pre>{@code
 * try (Permit permit = breaker.acquire()) {
 *   String body = client.get(sku);
 *   permit.succeeded();
 *   return body;
 * }
 * }</pre>
 */
public final class Permit implements AutoCloseable {
  private static final VarHandle SETTLED;

  static {
    try {
      SETTLED = MethodHandles.lookup().findVarHandle(Permit.class, "settled", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Reports reports;
  private final Grant grant;
  private final boolean timed;
  private final long startedAt;

  @SuppressWarnings("unused") // Through SETTLED.
  private volatile boolean settled;

  Permit(Reports reports, Grant grant, boolean timed, long startedAt) {
    this.reports = reports;
    this.grant = grant;
    this.timed = timed;
    this.startedAt = startedAt;
  }

  /** Reports a success. */
  public void succeeded() {
    settle(Outcome.SUCCESS);
  }

  /**
   * Reports a result, to be judged by the breaker's {@link CircuitBreakerSettings#failOnResult failOnResult}.
   *
   * @param result what the call returned, which may be null
   */
  public void succeeded(@Nullable Object result) {
    if (first()) {
      reports.returned(grant, result, timed, startedAt);
    }
  }

  /**
   * Reports an exception, to be judged by the breaker's {@link CircuitBreakerSettings#ignore ignore} and {@link
   * CircuitBreakerSettings#failOn failOn}.
   *
   * @param cause what the call threw
   */
  public void failed(Throwable cause) {
    Argument.notNull("cause", cause);
    if (first()) {
      reports.threw(grant, cause, timed, startedAt);
    }
  }

  /** Reports that nothing was learnt of the dependency: the call was cancelled, or never made. */
  public void released() {
    settle(Outcome.IGNORED);
  }

  /** Reports a failure, unless something was reported before: the call ended by a throw. */
  @Override
  public void close() {
    settle(Outcome.FAILURE);
  }

  /** Reports an outcome that needs no judging; returns whether it is the first report. */
  boolean settle(Outcome outcome) {
    return settle(outcome, null);
  }

  /** The same, with what the call threw. */
  boolean settle(Outcome outcome, @Nullable Throwable failure) {
    boolean first = first();
    if (first) {
      reports.ended(grant, outcome, failure, timed, startedAt);
    }
    return first;
  }

  private boolean first() {
    return SETTLED.compareAndSet(this, false, true);
  }
}
