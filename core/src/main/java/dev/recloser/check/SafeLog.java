package dev.recloser.check;

import static java.lang.System.Logger.Level.WARNING;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Tells the log of faults in code that users gave us. */
public final class SafeLog {
  private SafeLog() {}

  /** Logs a warning. Logging may fail too, in an appender of the user's or for want of memory; the call must not. */
  public static void warn(
      System.Logger logger, Supplier<String> message, @Nullable Throwable fault) {
    try {
      logger.log(WARNING, message, fault);
    } catch (Throwable ignored) {
      // Nobody is left to tell.
    }
  }
}
