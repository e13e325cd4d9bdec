package dev.recloser.bench.memory;

import static io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy.LOCK_FREE;
import static io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy.SYNCHRONIZED;

import dev.failsafe.Failsafe;
import dev.recloser.bench.peer.FailsafeSettings;
import dev.recloser.bench.peer.RecloserSettings;
import dev.recloser.bench.peer.Resilience4jSettings;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy;
import java.util.Arrays;
import java.util.function.Function;

/** Makes one library's breakers over the latest 100 calls, all with one configuration. */
enum Breakers {
  RECLOSER("recloser") {
    @Override
    Function<String, Object> maker() {
      CircuitBreakerConfig config = RecloserSettings.counting(WINDOW).config();
      return name -> CircuitBreaker.of(name, config);
    }

    @Override
    void call(Object breaker) {
      String unused = ((CircuitBreaker) breaker).call(() -> "answer");
    }
  },
  RESILIENCE4J_LOCK("resilience4jLock") {
    @Override
    Function<String, Object> maker() {
      return resilience4j(SYNCHRONIZED);
    }

    @Override
    void call(Object breaker) {
      callResilience4j(breaker);
    }
  },
  RESILIENCE4J_LOCK_FREE("resilience4jLockFree") {
    @Override
    Function<String, Object> maker() {
      return resilience4j(LOCK_FREE);
    }

    @Override
    void call(Object breaker) {
      callResilience4j(breaker);
    }
  },
  FAILSAFE("failsafe") {
    @Override
    Function<String, Object> maker() {
      var config = FailsafeSettings.counting(WINDOW).getConfig();
      return name -> dev.failsafe.CircuitBreaker.builder(config).build();
    }

    @Override
    @SuppressWarnings("unchecked") // its own maker made it
    void call(Object breaker) {
      String unused =
          Failsafe.with((dev.failsafe.CircuitBreaker<String>) breaker).get(() -> "answer");
    }
  };

  static final int WINDOW = 100;

  private final String who;

  Breakers(String who) {
    this.who = who;
  }

  static Breakers of(String who) {
    return Arrays.stream(values())
        .filter(one -> one.who.equals(who))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("who must be known, but was " + who));
  }

  String who() {
    return who;
  }

  /** Returns what makes a breaker of a name. */
  abstract Function<String, Object> maker();

  /** Makes a call that succeeds. */
  abstract void call(Object breaker);

  private static Function<String, Object> resilience4j(
      SlidingWindowSynchronizationStrategy strategy) {
    var config = Resilience4jSettings.counting(strategy, WINDOW).getCircuitBreakerConfig();
    return name -> io.github.resilience4j.circuitbreaker.CircuitBreaker.of(name, config);
  }

  private static void callResilience4j(Object breaker) {
    String unused = ((io.github.resilience4j.circuitbreaker.CircuitBreaker) breaker)
        .executeSupplier(() -> "answer");
  }
}
