package dev.recloser.cli.demo;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerSnapshot;
import dev.recloser.endpoint.EndpointSnapshot;

/** What a pool holds of an endpoint. */
enum Standing {
  /** Gets its calls. */
  OK("ok", ' '),
  /** Is back, and gets a share of its calls. */
  STARTING("start", 's'),
  /** Its breaker lets probes through. */
  HALF_OPEN("half", 'h'),
  /** Its breaker is open. */
  OPEN("open", 'o'),
  /** Is ejected as an outlier. */
  EJECTED("ejected", 'e');

  private final String word;
  private final char mark;

  Standing(String word, char mark) {
    this.word = word;
    this.mark = mark;
  }

  static Standing of(EndpointSnapshot<?> endpoint) {
    State breaker = endpoint.breaker().map(CircuitBreakerSnapshot::state).orElse(State.CLOSED);
    if (endpoint.ejectedUntil().isPresent()) {
      return EJECTED;
    }
    return switch (breaker) {
      case OPEN -> OPEN;
      case HALF_OPEN -> HALF_OPEN;
      default -> endpoint.weight() < 1 ? STARTING : OK;
    };
  }

  /** Returns it for people, in seven letters at most. */
  String word() {
    return word;
  }

  /** Returns it in one letter, for a narrow table. */
  char mark() {
    return mark;
  }
}
