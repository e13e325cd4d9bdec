package dev.recloser.proof.fuzz;

import java.lang.reflect.Method;
import java.util.Set;

/** Says whether what came out of a call that makes something may come out. */
final class Verdict {
  private Verdict() {}

  /**
   * Returns whose argument was refused; of none, if a callback of ours has thrown. Throws unless one of both has happened,
   * as it should.
   */
  static Set<Method> onRefusal(Refusal refusal, Throwable thrown, Object calls) {
    if (thrown instanceof Functions.CallbackFault) {
      return Set.of();
    }
    String message = thrown.getMessage();
    Set<Method> blamed = message == null
        ? Set.of()
        : thrown instanceof IllegalArgumentException
            ? refusal.blamed(message)
            : thrown instanceof IllegalStateException ? refusal.blamedForName(message) : Set.of();
    if (blamed.isEmpty()) {
      throw new AssertionError(
          "out of " + refusal + " came " + thrown + " after\n  " + calls, thrown);
    }
    return blamed;
  }
}
