package dev.recloser.bench.path;

/** How a task fails: always the same object, without a stack trace, so that making it is not what is measured. */
final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1;

  static final Failure INSTANCE = new Failure();

  private Failure() {
    super("failed", null, false, false);
  }
}
