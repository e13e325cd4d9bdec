package dev.recloser.http;

import dev.recloser.check.SafeLog;

/** Tells of what went wrong in the user's code and changed nothing. */
final class Log {
  private static final System.Logger LOGGER = System.getLogger(Log.class.getPackageName());

  private Log() {}

  static void warn(String message, Throwable fault) {
    SafeLog.warn(LOGGER, () -> message, fault);
  }
}
