package dev.recloser.proof.oracle;

import org.jspecify.annotations.Nullable;

/** How a guarded call ends. */
enum Ending {
  SUCCESS,
  /** By an exception of the type that is named as a failure, where any is named. */
  RECORDED,
  /** By an exception of the type that is named as ignored, where any is named. */
  IGNORED,
  /** By an exception that nothing is said of. */
  NEITHER,
  GOOD_RESULT,
  BAD_RESULT,
  NULL_RESULT,
  /** By an {@link Error}. */
  ERROR,
  /** By giving the permit back: nothing was learnt. */
  RELEASED;

  static final class Recorded extends RuntimeException {
    private static final long serialVersionUID = 1;

    Recorded() {
      super("recorded", null, false, false);
    }
  }

  static final class Ignored extends RuntimeException {
    private static final long serialVersionUID = 1;

    Ignored() {
      super("ignored", null, false, false);
    }
  }

  static final class Neither extends RuntimeException {
    private static final long serialVersionUID = 1;

    Neither() {
      super("neither", null, false, false);
    }
  }

  static final class Broken extends Error {
    private static final long serialVersionUID = 1;

    Broken() {
      super("broken", null, false, false);
    }
  }

  /** Returns whether the result is one that the breakers are told to take for a failure. */
  static boolean isBad(@Nullable Object result) {
    return result == null || result.equals("bad");
  }

  /** Returns the exception that the call ends by; null if it returns. */
  @Nullable
  RuntimeException exception() {
    return switch (this) {
      case RECORDED -> new Recorded();
      case IGNORED -> new Ignored();
      case NEITHER -> new Neither();
      default -> null;
    };
  }

  /** Returns what the call returns, if it returns. */
  @Nullable
  Object result() {
    return switch (this) {
      case BAD_RESULT -> "bad";
      case NULL_RESULT -> null;
      default -> "good";
    };
  }

  /** Ends a call in this way, from inside. */
  @Nullable
  Object end() {
    RuntimeException exception = exception();
    if (exception != null) {
      throw exception;
    }
    if (this == ERROR) {
      throw new Broken();
    }
    return result();
  }
}
