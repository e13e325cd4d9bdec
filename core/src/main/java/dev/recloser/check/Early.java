package dev.recloser.check;

/** Initializes classes before they are needed. */
public final class Early {
  private Early() {}

  /**
   * Initializes classes now. One that is first needed near the end of a stack fails to initialize, and then for good, in
   * the whole program: so a class that the way out of an outage leads through must not wait until then.
   */
  public static void initialize(Class<?>... types) {
    for (Class<?> type : types) {
      try {
        Class.forName(type.getName(), true, type.getClassLoader());
      } catch (ClassNotFoundException e) {
        throw new AssertionError(e);
      }
    }
  }
}
