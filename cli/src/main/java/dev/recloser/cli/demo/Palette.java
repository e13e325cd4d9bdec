package dev.recloser.cli.demo;

import dev.recloser.circuitbreaker.CircuitBreaker;

/** Colours for a terminal, or none. */
enum Palette {
  PLAIN,
  COLOUR;

  private static final int RED = 31;
  private static final int GREEN = 32;
  private static final int YELLOW = 33;

  String of(Phase phase, String text) {
    return switch (phase) {
      case HEALTHY, RECOVERED -> painted(GREEN, text);
      case SLOW -> painted(YELLOW, text);
      case DOWN -> painted(RED, text);
    };
  }

  String of(CircuitBreaker.State state, String text) {
    return switch (state) {
      case CLOSED -> painted(GREEN, text);
      case OPEN -> painted(RED, text);
      default -> painted(YELLOW, text);
    };
  }

  String of(Standing standing, String text) {
    return switch (standing) {
      case OK -> painted(GREEN, text);
      case EJECTED, OPEN -> painted(RED, text);
      case HALF_OPEN, STARTING -> painted(YELLOW, text);
    };
  }

  /** Paints a count of failures, unless there were none. */
  String ofFailures(long count, String text) {
    return count == 0 ? text : painted(RED, text);
  }

  private String painted(int colour, String text) {
    return this == PLAIN ? text : "\u001b[" + colour + "m" + text + "\u001b[0m";
  }
}
