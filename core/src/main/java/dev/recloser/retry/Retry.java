package dev.recloser.retry;

/** X. */
public final class Retry {
  private Retry() {}
}
