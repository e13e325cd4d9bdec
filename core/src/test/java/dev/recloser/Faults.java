package dev.recloser;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What code of a user throws at random, until it is told to stop; knows what the user's own code has thrown. */
final class Faults {
  private final Random random;
  private final Set<Throwable> own = Collections.newSetFromMap(new IdentityHashMap<>());
  private boolean off;

  Faults(Random random) {
    this.random = random;
  }

  void stop() {
    off = true;
  }

  boolean stopped() {
    return off;
  }

  /** Throws now and then, as a predicate, a listener or a backoff may; no caller must ever see that. */
  void maybe() {
    if (!off && random.nextInt(6) == 0) {
      if (random.nextBoolean()) {
        throw new IllegalStateException("a callback");
      }
      throw new AssertionError("a callback");
    }
  }

  /** Returns a new exception that a caller may see. */
  <X extends Throwable> X own(X failure) {
    own.add(failure);
    return failure;
  }

  /** Returns whether a caller may see it: it is the user's own, the same object, or one of ours. */
  boolean mayBeSeen(@Nullable Throwable failure) {
    return failure instanceof ResilienceException || own.contains(failure);
  }
}
