package dev.recloser.bench.peer;

import static io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy.LOCK_FREE;
import static io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy.SYNCHRONIZED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.failsafe.Failsafe;
import io.smallrye.faulttolerance.api.TypedGuard;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** All do the same work: a breaker over 100 calls stays closed at 49 failures, and opens at 50. */
class SettingsTest {
  private static final int WINDOW = 100;

  @Test
  void recloserTripsAtHalf() {
    assertTripsAtHalf(() -> {
      var breaker = RecloserSettings.counting(WINDOW);
      return task -> () -> breaker.call(task::get);
    });
  }

  @Test
  void resilience4jTripsAtHalf() {
    assertTripsAtHalf(() -> Resilience4jSettings.counting(SYNCHRONIZED, WINDOW)::decorateSupplier);
    assertTripsAtHalf(() -> Resilience4jSettings.counting(LOCK_FREE, WINDOW)::decorateSupplier);
  }

  @Test
  void failsafeTripsAtHalf() {
    assertTripsAtHalf(() -> {
      var executor = Failsafe.with(FailsafeSettings.counting(WINDOW));
      return task -> () -> executor.get(task::get);
    });
  }

  @Test
  void smallRyeTripsAtHalf() {
    assertTripsAtHalf(() -> {
      TypedGuard<String> guard =
          SmallRyeSettings.counting(SmallRyeSettings.guard(), WINDOW).build();
      return guard::adaptSupplier;
    });
  }

  private static void assertTripsAtHalf(Supplier<UnaryOperator<Supplier<String>>> breakers) {
    assertThat(refuses(breakers.get(), 49)).isFalse();
    assertThat(refuses(breakers.get(), 50)).isTrue();
  }

  /** Returns whether a call is refused after a window of calls, of which the last so many fail. */
  private static boolean refuses(UnaryOperator<Supplier<String>> breaker, int failures) {
    for (int call = 0; call < WINDOW; call++) {
      boolean fails = call >= WINDOW - failures;
      passes(breaker, fails);
    }
    return !passes(breaker, false);
  }

  private static boolean passes(UnaryOperator<Supplier<String>> breaker, boolean fails) {
    try {
      return breaker
          .apply(() -> {
            if (fails) {
              throw new IllegalStateException("fails");
            }
            return "answer";
          })
          .get()
          .equals("answer");
    } catch (RuntimeException failure) {
      return false;
    }
  }
}
