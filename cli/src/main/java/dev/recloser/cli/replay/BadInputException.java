package dev.recloser.cli.replay;

/** Thrown when the input cannot be replayed; the message names the input and, if any, the line. */
final class BadInputException extends Exception {
  private static final long serialVersionUID = 1L;

  BadInputException(String message) {
    super(message);
  }
}
