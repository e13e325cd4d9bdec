package dev.recloser.circuitbreaker;

/** An invariant does not hold. */
final class Broken extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private Broken(String what) {
    super(what);
  }

  static void unless(boolean holds, String rule, Object found) {
    if (!holds) {
      throw new Broken(rule + ", but found: " + found);
    }
  }

  /** The same where one value is expected: what it says is put together only if it must be said. */
  static void unlessEqual(String rule, Object expected, Object found) {
    if (!expected.equals(found)) {
      throw new Broken(rule + ": " + expected + ", but found: " + found);
    }
  }
}
