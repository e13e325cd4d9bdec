package dev.recloser.cli.demo;

import java.time.Duration;

/** How the service fares, in the order in which it happens. */
enum Phase {
  /** Answers in about 20 ms; one answer in fifty is an error. */
  HEALTHY("healthy", 0),

  /** Accepts connections and never answers. */
  DOWN("down", 0.25),

  /** Answers well, but late. */
  SLOW("slow", 0.55),

  /** Healthy again, for good. */
  RECOVERED("healthy", 0.75);

  private final String word;
  private final double from;

  Phase(String word, double from) {
    this.word = word;
    this.from = from;
  }

  /** Returns the phase for people. */
  String word() {
    return word;
  }

  boolean isSick() {
    return this == DOWN || this == SLOW;
  }

  /** Returns when it begins in a demo of the given length. */
  Duration start(Duration total) {
    return Duration.ofNanos((long) (total.toNanos() * from));
  }

  static Phase at(Duration elapsed, Duration total) {
    Phase found = HEALTHY;
    for (Phase phase : values()) {
      if (phase.start(total).compareTo(elapsed) <= 0) {
        found = phase;
      }
    }
    return found;
  }
}
