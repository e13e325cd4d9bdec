package dev.recloser.cli.demo;

import java.time.Duration;
import java.util.Optional;

/** What befalls an endpoint, in the order in which it happens. */
enum Ailment {
  /** Answers as fast as ever, but only with 503. */
  ERRORS(0.15, "bad", "goes bad: it answers 503"),

  /** Answers well, but late. */
  SLOWNESS(0.3, "slow", "becomes slow: it takes " + Backend.SLOW_MILLIS + " ms"),

  /** Its port refuses connections. */
  DEATH(0.45, "dead", "dies: its port refuses");

  private static final double CURE = 0.7;

  private final double from;
  private final String state;
  private final String words;

  Ailment(double from, String state, String words) {
    this.from = from;
    this.state = state;
    this.words = words;
  }

  /** Returns what befalls the endpoint at a place; one endpoint at least is always well. */
  static Optional<Ailment> of(int endpoint, int endpoints) {
    return endpoint < Math.min(values().length, endpoints - 1)
        ? Optional.of(values()[endpoint])
        : Optional.empty();
  }

  /** Returns when it begins in a demo of the given length. */
  Duration start(Duration total) {
    return share(total, from);
  }

  /** Returns when all are well again. */
  static Duration cure(Duration total) {
    return share(total, CURE);
  }

  /** Returns what the endpoint is then. */
  String state() {
    return state;
  }

  /** Returns what happens, for people, as what a named endpoint does. */
  String words() {
    return words;
  }

  private static Duration share(Duration total, double share) {
    return Duration.ofNanos((long) (total.toNanos() * share));
  }
}
