package dev.recloser.proof.peer;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.Recovery;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;

/** Breakers of ours, on a time that is moved by hand. */
final class Ours {
  static final Duration COOLDOWN = Duration.ofSeconds(10);

  private Ours() {}

  /** Returns the settings of a breaker that trips on two failures in a row. */
  static CircuitBreaker.Builder settings(ManualTimeSource time, int probes) {
    return CircuitBreaker.builder("ours")
        .tripWhen(TripRule.consecutiveFailures(2))
        .cooldown(Backoff.fixed(COOLDOWN))
        .recovery(Recovery.probes(probes))
        .timeSource(time);
  }

  /** Returns a breaker whose next call is its first probe. */
  static CircuitBreaker cooledDown(ManualTimeSource time, CircuitBreaker.Builder settings) {
    CircuitBreaker breaker = settings.build();
    coolDown(time, breaker);
    return breaker;
  }

  static CircuitBreaker cooledDown(ManualTimeSource time, int probes) {
    return cooledDown(time, settings(time, probes));
  }

  /** Opens a breaker, and lets the cooldown pass. */
  static void coolDown(ManualTimeSource time, CircuitBreaker breaker) {
    breaker.trip(COOLDOWN, "test");
    time.advance(COOLDOWN);
  }

  static void fail(CircuitBreaker breaker) {
    breaker.acquire().close();
  }

  static void succeed(CircuitBreaker breaker) {
    breaker.acquire().succeeded();
  }

  /** Returns how many calls are let through, and takes their slots. */
  static int drain(CircuitBreaker breaker) {
    int admitted = 0;
    while (breaker.tryAcquire().isPresent()) {
      admitted++;
    }
    return admitted;
  }
}
