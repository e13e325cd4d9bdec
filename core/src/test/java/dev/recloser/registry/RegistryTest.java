package dev.recloser.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.Pipeline;
import dev.recloser.bulkhead.Bulkhead;
import dev.recloser.bulkhead.BulkheadConfig;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreakerConfig;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.ratelimiter.RateLimiter;
import dev.recloser.ratelimiter.RateLimiterConfig;
import dev.recloser.retry.Retry;
import dev.recloser.retry.RetryConfig;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.time.TimeSource;
import dev.recloser.timeout.Timeout;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RegistryTest {
  private static final TripRule STRICT = TripRule.consecutiveFailures(1);
  private static final TripRule LAX = TripRule.consecutiveFailures(9);

  private final ManualTimeSource time = new ManualTimeSource();
  private final Registry registry = Registry.create(time);

  @Test
  void makesABreakerOnceAndConfiguresItThen() {
    AtomicInteger configured = new AtomicInteger();
    CircuitBreaker first = registry.breaker("inventory", b -> {
      configured.incrementAndGet();
      b.tripWhen(STRICT);
    });
    CircuitBreaker second = registry.breaker("inventory", b -> configured.incrementAndGet());

    assertThat(second).isSameAs(first).isSameAs(registry.breaker("inventory"));
    assertThat(configured).hasValue(1);
    assertThat(first.name()).isEqualTo("inventory");
    assertThat(first.config().tripRules()).containsExactly(STRICT);
  }

  @Test
  void makesOneWithTheDefaultsOnTheTimeOfTheRegistry() {
    CircuitBreakerConfig config = registry.breaker("inventory").config();

    assertThat(config).isEqualTo(CircuitBreakerConfig.builder().timeSource(time).build());
    assertThat(registry.retry("inventory").config())
        .isEqualTo(RetryConfig.builder().timeSource(time).build());
    assertThat(Registry.create().breaker("b").config())
        .isEqualTo(CircuitBreakerConfig.ofDefaults());
  }

  @Test
  void makesRetryTimeoutAndPipelineAlike() {
    Retry retry = registry.retry("inventory", r -> r.maxAttempts(5));
    Timeout timeout = registry.timeout("inventory", t -> t.limit(Duration.ofSeconds(2)));
    Pipeline pipeline = registry.pipeline(
        "inventory",
        p -> p.retry(registry.retry("inventory"))
            .circuitBreaker(registry.breaker("inventory"))
            .timeout(timeout));

    assertThat(retry.config().maxAttempts()).isEqualTo(5);
    assertThat(pipeline.policies()).containsExactly(retry, registry.breaker("inventory"), timeout);
    assertThat(registry.get(PolicyKind.PIPELINE, "inventory")).isSameAs(pipeline);
    assertThat(registry.stream()).hasSize(4);
  }

  @Test
  void policiesStartFromTheDefaultConfig() {
    registry.config(PolicyKind.CIRCUIT_BREAKER, Registry.DEFAULT, b -> b.tripWhen(STRICT));

    assertThat(registry.breaker("plain").config().tripRules()).containsExactly(STRICT);
    assertThat(registry.breaker("own", b -> b.eagerHalfOpen(true)).config())
        .isEqualTo(
            registry.breaker("plain").config().toBuilder().eagerHalfOpen(true).build());
    assertThat(registry.breaker("plain", Registry.DEFAULT)).isSameAs(registry.breaker("plain"));
  }

  @Test
  void makesABreakerWithANamedConfig() {
    CircuitBreakerConfig slow = CircuitBreakerConfig.builder().tripWhen(LAX).build();
    registry.config("slow-partner", slow);
    registry.config("slow-partner", RetryConfig.builder().maxAttempts(2).build());

    CircuitBreaker breaker = registry.breaker("inventory", "slow-partner");

    assertThat(breaker.config()).isEqualTo(slow);
    assertThat(registry.breaker("inventory", "slow-partner")).isSameAs(breaker);
    assertThat(registry.breaker("inventory")).isSameAs(breaker);
    assertThat(registry.retry("inventory", "slow-partner").config().maxAttempts())
        .isEqualTo(2);
  }

  @Test
  void makesBulkheadsAlike() {
    BulkheadConfig narrow =
        BulkheadConfig.builder().maxConcurrent(2).timeSource(time).build();
    registry.config("narrow", narrow);
    registry.config("narrow", narrow.toBuilder().build());

    Bulkhead bulkhead = registry.bulkhead("inventory", "narrow");

    assertThat(bulkhead.config()).isEqualTo(narrow);
    assertThat(registry.bulkhead("inventory")).isSameAs(bulkhead);
    assertThat(registry.bulkhead("inventory", b -> b.maxConcurrent(9))).isSameAs(bulkhead);
    assertThat(registry.bulkhead("plain").config())
        .isEqualTo(BulkheadConfig.builder().timeSource(time).build());
    assertThat(registry.bulkhead("own", b -> b.maxConcurrent(9)).config().maxConcurrent())
        .isEqualTo(9);
    assertThatIllegalStateException()
        .isThrownBy(() -> registry.bulkhead("plain", "narrow"))
        .withMessageStartingWith("bulkhead 'plain' was made with config 'default'");
  }

  @Test
  void makesRateLimitersAlikeOnceTheyHaveARate() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> registry.rateLimiter("inventory"))
        .withMessageContaining("rate");
    RateLimiterConfig slow =
        RateLimiterConfig.builder().rate(1, Duration.ofSeconds(1)).build();
    registry.config("slow", slow);
    registry.config("slow", slow.toBuilder().build());
    registry.config(
        PolicyKind.RATE_LIMITER, Registry.DEFAULT, l -> l.rate(100, Duration.ofSeconds(1)));

    RateLimiter limiter = registry.rateLimiter("inventory");

    assertThat(limiter.config().permits()).isEqualTo(100);
    assertThat(limiter.config().timeSource()).isSameAs(time);
    assertThat(registry.rateLimiter("inventory", l -> l.burst(1))).isSameAs(limiter);
    assertThat(registry.rateLimiter("partner", "slow").config()).isEqualTo(slow);
    assertThat(registry.rateLimiter("own", l -> l.burst(7)).config().burst()).isEqualTo(7);
    assertThatIllegalStateException()
        .isThrownBy(() -> registry.rateLimiter("inventory", "slow"))
        .withMessageStartingWith("rate limiter 'inventory' was made with config 'default'");
  }

  /** Peers hand out the old one in silence: resilience4j #2260. */
  @Test
  void refusesAnExistingNameUnderAnotherNamedConfig() {
    registry.config("strict", CircuitBreakerConfig.builder().tripWhen(STRICT).build());
    registry.config("lax", CircuitBreakerConfig.builder().tripWhen(LAX).build());
    registry.breaker("inventory", "strict");
    registry.breaker("prices", b -> b.tripWhen(LAX));
    registry.breaker("stock");

    assertThatIllegalStateException()
        .isThrownBy(() -> registry.breaker("inventory", "lax"))
        .withMessage("circuit breaker 'inventory' was made with config 'strict', and is now asked "
            + "for with config 'lax'");
    assertThatIllegalStateException()
        .isThrownBy(() -> registry.breaker("prices", "lax"))
        .withMessage("circuit breaker 'prices' was made with settings of its own, and is now asked "
            + "for with config 'lax'");
    assertThatIllegalStateException()
        .isThrownBy(() -> registry.breaker("stock", "lax"))
        .withMessageContaining("config 'default'");
  }

  @Test
  void refusesAConfigThatItDoesNotKnowAndMakesNothing() {
    registry.config("strict", CircuitBreakerConfig.builder().tripWhen(STRICT).build());

    assertThatIllegalArgumentException()
        .isThrownBy(() -> registry.breaker("inventory", "strickt"))
        .withMessage("config must be one of [strict] of circuit breaker, but was strickt");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> registry.breaker("inventory", ""))
        .withMessage("config must not be blank, but was \"\"");
    assertThat(registry.find(PolicyKind.CIRCUIT_BREAKER, "inventory")).isEmpty();
  }

  @Test
  void refusesASecondConfigOfAName() {
    registry.config("strict", CircuitBreakerConfig.builder().tripWhen(STRICT).build());
    registry.config("strict", CircuitBreakerConfig.builder().tripWhen(STRICT).build());

    assertThatIllegalStateException()
        .isThrownBy(() -> registry.config(
            "strict", CircuitBreakerConfig.builder().tripWhen(LAX).build()))
        .withMessage("config 'strict' of circuit breaker is there already, with other settings");
  }

  @Test
  void aConfigurerThatThrowsLeavesNothingBehind() {
    IllegalStateException fault = new IllegalStateException("no");
    assertThatThrownBy(() -> registry.breaker("inventory", b -> {
          throw fault;
        }))
        .isSameAs(fault);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> registry.get(PolicyKind.TIMEOUT, "inventory"))
        .withMessageContaining("limit");

    assertThat(registry.stream()).isEmpty();
    assertThat(registry.names(PolicyKind.CIRCUIT_BREAKER)).isEmpty();
    assertThat(registry.breaker("inventory", b -> b.tripWhen(STRICT)).config().tripRules())
        .containsExactly(STRICT);
  }

  @Test
  void aConfigurerThatAsksForWhatItMakesIsTold() {
    assertThatIllegalStateException()
        .isThrownBy(() -> registry.breaker("inventory", b -> registry.breaker("inventory")))
        .withMessage("circuit breaker 'inventory' is asked for by what makes it");
    assertThat(registry.breaker("inventory")).isNotNull();
  }

  @Test
  void findsRemovesAndListsWhatThereIs() {
    CircuitBreaker inventory = registry.breaker("inventory");
    CircuitBreaker prices = registry.breaker("prices");
    Retry retry = registry.retry("inventory");

    assertThat(registry.names(PolicyKind.CIRCUIT_BREAKER)).containsOnly("inventory", "prices");
    assertThat(registry.stream(PolicyKind.CIRCUIT_BREAKER)).containsOnly(inventory, prices);
    assertThat(registry.stream()).containsOnly(inventory, prices, retry);
    assertThat(registry.remove(PolicyKind.CIRCUIT_BREAKER, "inventory")).contains(inventory);
    assertThat(registry.remove(PolicyKind.CIRCUIT_BREAKER, "inventory")).isEmpty();
    assertThat(registry.find(PolicyKind.CIRCUIT_BREAKER, "inventory")).isEmpty();
    assertThat(registry.find(PolicyKind.RETRY, "inventory")).contains(retry);
    assertThat(registry.breaker("inventory")).isNotSameAs(inventory);
  }

  @Test
  void saysByKindWhatItHolds() {
    registry.retry("inventory");
    registry.breaker("payments");
    registry.breaker("inventory");

    assertThat(registry)
        .hasToString("Registry[circuit breaker [inventory, payments], retry [inventory]]");
  }

  @Test
  void holdsKindsOfTheUsers() {
    PolicyKind<StringBuilder, StringBuilder> kind = PolicyKind.of(
        "text",
        (name, clock) -> new StringBuilder(name).append(clock == time ? "!" : "?"),
        builder -> builder,
        text -> {
          int length = text.length();
          text.append(" off");
          return () -> text.setLength(length);
        });

    StringBuilder text = registry.get(kind, "a", builder -> builder.append("b"));
    registry.enabled(false);
    assertThat(text).hasToString("a!b off");
    registry.enabled(true);
    assertThat(text).hasToString("a!b");
    assertThat(registry.get(kind, "a")).isSameAs(text);
    assertThat(kind).hasToString("text");
  }

  @Test
  void badArgumentsAreNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> registry.breaker(" "))
        .withMessage("name must not be blank, but was \" \"");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> registry.breaker(none()))
        .withMessage("name must not be null, but was null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> registry.config("", RetryConfig.ofDefaults()))
        .withMessageContaining("name");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> registry.config("a", PolicyNulls.config()))
        .withMessageContaining("config");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Registry.create(PolicyNulls.time()))
        .withMessageContaining("timeSource");
  }

  @SuppressWarnings("NullAway") // What a caller without null checks would pass.
  private static String none() {
    return null;
  }

  /** What a caller without null checks would pass. */
  @SuppressWarnings("NullAway")
  private static final class PolicyNulls {

    static CircuitBreakerConfig config() {
      return null;
    }

    static TimeSource time() {
      return null;
    }
  }
}
