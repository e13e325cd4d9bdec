package dev.recloser.cli.replay;

import dev.recloser.circuitbreaker.CircuitBreakerConfig;
import dev.recloser.circuitbreaker.RateRule;
import dev.recloser.circuitbreaker.Recovery;

/** What the library does where the command line says nothing; the numbers are the library's own. */
final class LibraryDefaults {

  private LibraryDefaults() {}

  static double failureRate() {
    return CircuitBreakerConfig.ofDefaults().tripRules().stream()
        .filter(RateRule.class::isInstance)
        .mapToDouble(rule -> ((RateRule) rule).rate())
        .findFirst()
        .orElseThrow();
  }

  static Recovery recovery() {
    return CircuitBreakerConfig.ofDefaults().recovery();
  }
}
