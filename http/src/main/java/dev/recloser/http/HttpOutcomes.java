package dev.recloser.http;

import dev.recloser.Outcome;
import dev.recloser.TimeoutExceededException;
import dev.recloser.check.Argument;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What an exchange says about the health of the server.
 *
 * <p>A status of 500 or more is a failure, as are an {@link IOException} and a timeout. Any lower status is a success, 4xx
 * and 429 too: a server that answers so is up. Any other exception is ignored: a bad argument or a body handler's bug says
 * nothing about the server. Immutable; each setter returns a changed copy.
 */
public final class HttpOutcomes {
  private static final HttpOutcomes DEFAULTS = new HttpOutcomes(status -> null, failure -> null);

  private final IntFunction<@Nullable Outcome> statuses;
  private final Function<? super Throwable, @Nullable Outcome> failures;

  private HttpOutcomes(
      IntFunction<@Nullable Outcome> statuses,
      Function<? super Throwable, @Nullable Outcome> failures) {
    this.statuses = statuses;
    this.failures = failures;
  }

  /** Returns the rules above. */
  public static HttpOutcomes ofDefaults() {
    return DEFAULTS;
  }

  /**
   * Judges statuses in another way.
   *
   * @param rule returns the outcome of a status, or null to leave it as it is; if it throws, it is left too
   */
  public HttpOutcomes byStatus(IntFunction<@Nullable Outcome> rule) {
    return new HttpOutcomes(Argument.notNull("byStatus", rule), failures);
  }

  /**
   * Judges exceptions in another way.
   *
   * @param rule returns the outcome of an exception, or null to leave it as it is; if it throws, it is left too
   */
  public HttpOutcomes byException(Function<? super Throwable, @Nullable Outcome> rule) {
    return new HttpOutcomes(statuses, Argument.notNull("byException", rule));
  }

  /**
   * Returns what a status says.
   *
   * @param status the status
   */
  public Outcome ofStatus(int status) {
    Outcome outcome = null;
    try {
      outcome = statuses.apply(status);
    } catch (Throwable fault) {
      Log.warn("the rule of HttpOutcomes.byStatus failed", fault);
    }
    return outcome != null ? outcome : status >= 500 ? Outcome.FAILURE : Outcome.SUCCESS;
  }

  /**
   * Returns what an exception says.
   *
   * @param failure the exception, without the wrappers that futures put around it
   */
  public Outcome ofException(Throwable failure) {
    Argument.notNull("failure", failure);
    Outcome outcome = null;
    try {
      outcome = failures.apply(failure);
    } catch (Throwable fault) {
      Log.warn("the rule of HttpOutcomes.byException failed", fault);
    }
    if (outcome != null) {
      return outcome;
    }
    boolean ofServer = failure instanceof TimeoutExceededException
        || failure instanceof UncheckedIOException
        || (failure instanceof IOException && !wrapsABug(failure));
    return ofServer ? Outcome.FAILURE : Outcome.IGNORED;
  }

  /** What a body handler throws comes out of {@code send} in a plain {@link IOException}. */
  private static boolean wrapsABug(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure.getClass() == IOException.class
        && (cause instanceof RuntimeException || cause instanceof Error)
        && !(cause instanceof UncheckedIOException);
  }
}
