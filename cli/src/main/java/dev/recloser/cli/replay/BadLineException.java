package dev.recloser.cli.replay;

/** Thrown when a line of the input cannot be used; the message says the rule and what was found. */
final class BadLineException extends Exception {
  private static final long serialVersionUID = 1L;

  BadLineException(String message) {
    super(message);
  }
}
