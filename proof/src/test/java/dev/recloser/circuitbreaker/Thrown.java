package dev.recloser.circuitbreaker;

import java.io.IOException;

/** What modelled calls throw. One instance each, for stack traces would cost more than all else. */
@SuppressWarnings("StaticAssignmentOfThrowable") // Nobody looks at their traces.
final class Thrown {
  static final IOException FAILURE = new IOException("the dependency is down");
  static final IOException BREAKS_CLASSIFIER = new IOException("the classifier fails on this");
  static final IOException NOT_THEIR_FAULT = new IOException("the classifier ignores this");
  static final AssertionError ERROR = new AssertionError("an error in a call");
  static final NoClassDefFoundError CALLBACK = new NoClassDefFoundError("a callback's");

  private Thrown() {}

  /** The settings' ignore predicate. */
  static boolean isIgnored(Throwable thrown) {
    if (thrown == BREAKS_CLASSIFIER) {
      throw CALLBACK;
    }
    return thrown == NOT_THEIR_FAULT;
  }
}
