package dev.recloser.cli.replay;

/** Thrown when options that are good alone do not go together. */
final class Contradiction extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private Contradiction(String message) {
    super(message);
  }

  static void when(boolean contradictory, String message) {
    if (contradictory) {
      throw new Contradiction(message);
    }
  }
}
