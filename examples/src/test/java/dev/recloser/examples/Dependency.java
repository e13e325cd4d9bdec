package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.recloser.circuitbreaker.CircuitBreaker;
import java.io.IOException;

/** Something remote that answers or fails as told, and counts the calls that reach it. */
final class Dependency {
  static final String ANSWER = "answer";

  private int calls;

  String answer() {
    calls++;
    return ANSWER;
  }

  String fail() throws IOException {
    calls++;
    throw new IOException("down");
  }

  /** Returns how many calls have reached it. */
  int calls() {
    return calls;
  }

  /** Calls it through the breaker, a character a call: {@code S} answers, {@code F} fails. */
  void play(CircuitBreaker breaker, String script) {
    for (int i = 0; i < script.length(); i++) {
      switch (script.charAt(i)) {
        case 'S' -> breaker.call(this::answer);
        case 'F' ->
          assertThatIOException().isThrownBy(() -> breaker.call(this::fail)).withMessage("down");
        default -> throw new AssertionError("not an outcome: " + script.charAt(i));
      }
    }
  }
}
