package dev.recloser.proof.oracle;

/** What a window holds. */
record Counts(long calls, long failed, long slow) {

  static Counts of(Reading reading) {
    return new Counts(reading.calls(), reading.failed(), reading.slow());
  }
}
