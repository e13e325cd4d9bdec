package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.recloser.Backoff;
import dev.recloser.Pipeline;
import dev.recloser.bulkhead.Bulkhead;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerConfig;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Tripped;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.event.Subscription;
import dev.recloser.ratelimiter.RateLimiter;
import dev.recloser.registry.KeyedBreakers;
import dev.recloser.registry.PolicyKind;
import dev.recloser.registry.Registry;
import dev.recloser.registry.RegistryEvent;
import dev.recloser.registry.RegistryEvent.Added;
import dev.recloser.registry.RegistryEvent.Evicted;
import dev.recloser.registry.RegistryEvent.Removed;
import dev.recloser.retry.Retry;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The guide to the registry. */
class GuideRegistryTest {
  private final Inventory client = new Inventory();
  private final List<String> log = new ArrayList<>();
  private final String sku = "sku-42";

  @Test
  void policiesAreMadeWhenFirstAskedFor() throws IOException {
    // docs: registry-get
    Registry registry = Registry.create();

    CircuitBreaker breaker =
        registry.breaker("inventory", b -> b.tripWhen(TripRule.consecutiveFailures(5))); // makes it
    CircuitBreaker same = registry.breaker("inventory"); // finds it
    Retry retry = registry.retry("inventory"); // makes one with the defaults
    Bulkhead bulkhead = registry.bulkhead("inventory", b -> b.maxConcurrent(50));
    RateLimiter limiter =
        registry.rateLimiter("inventory", l -> l.rate(100, Duration.ofSeconds(1)));
    // end

    assertThat(same).isSameAs(breaker);
    assertThat(retry.config().maxAttempts()).isEqualTo(3);
    assertThat(bulkhead.config().maxConcurrent()).isEqualTo(50);
    assertThat(limiter.config().permits()).isEqualTo(100);

    // docs: registry-pipeline
    Pipeline pipeline = registry.pipeline(
        "inventory",
        p -> p.retry(registry.retry("inventory"))
            .circuitBreaker(registry.breaker("inventory"))
            .bulkhead(registry.bulkhead("inventory"))
            .timeout(Duration.ofSeconds(2)));
    String body = pipeline.call(() -> client.get(sku));
    // end
    assertThat(body).isEqualTo("7 of sku-42");

    // docs: registry-find
    registry.find(PolicyKind.CIRCUIT_BREAKER, "inventory").ifPresent(CircuitBreaker::reset);
    registry.stream(PolicyKind.CIRCUIT_BREAKER).forEach(b -> log.add(b.name() + " " + b.state()));
    registry.remove(PolicyKind.RETRY, "inventory"); // the next to ask gets another
    // end
    assertThat(log).containsExactly("inventory CLOSED");
  }

  @Test
  void settingsHaveNames() {
    Registry registry = Registry.create();

    // docs: registry-config
    registry.config(
        PolicyKind.CIRCUIT_BREAKER,
        Registry.DEFAULT,
        b -> b.ignore(IllegalArgumentException.class));
    registry.config(
        "slow-partner",
        CircuitBreakerConfig.builder()
            .tripWhen(TripRule.slowCallRate(0.8, Duration.ofSeconds(5)))
            .build());

    CircuitBreaker breaker = registry.breaker("inventory", "slow-partner");
    // end

    assertThat(breaker.config().tripRules()).hasSize(1);
    registry.config("strict", CircuitBreakerConfig.ofConsecutiveFailures(1, Duration.ofHours(1)));
    assertThatIllegalStateException().isThrownBy(() -> registry.breaker("inventory", "strict"));
  }

  @Test
  void aMasterSwitch() {
    Registry registry = Registry.create();
    CircuitBreaker breaker = registry.breaker("inventory");

    // docs: registry-switch
    registry.enabled(false); // every policy lets every call pass, those to come too
    registry.enabled(true);
    registry.enabled("inventory", false); // those of one name
    // end
    assertThat(breaker.state()).isEqualTo(State.DISABLED);
  }

  // docs: registry-meters
  /** Counts how often breakers trip; each is bound once, however often it is heard of. */
  static final class TripCounts {
    private final Map<Object, Subscription> bound = new HashMap<>();
    private final Map<String, Integer> trips = new HashMap<>();

    void hear(RegistryEvent event) {
      if (event instanceof Added) {
        event.policy(PolicyKind.CIRCUIT_BREAKER).ifPresent(this::bind);
      } else if (event instanceof Removed || event instanceof Evicted) {
        Subscription subscription = bound.remove(event.policy());
        if (subscription != null) {
          subscription.close();
        }
      }
    }

    private void bind(CircuitBreaker breaker) {
      bound.computeIfAbsent(
          breaker,
          key -> breaker.on(Tripped.class, event -> trips.merge(breaker.name(), 1, Integer::sum)));
    }
  }
  // end

  @Test
  void metersBindLate() {
    Registry registry = Registry.create();
    CircuitBreaker breaker = registry.breaker("inventory");
    TripCounts meters = new TripCounts();

    // docs: registry-follow
    registry.follow(meters::hear); // hears of what is there, and then of all that comes and goes
    // end

    breaker.trip(Duration.ofMinutes(1), "test");
    registry.breaker("prices").trip(Duration.ofMinutes(1), "test");
    assertThat(meters.trips).containsOnlyKeys("inventory", "prices");
    registry.remove(PolicyKind.CIRCUIT_BREAKER, "inventory");
    assertThat(meters.bound).hasSize(1);
  }

  @Test
  void aBreakerForEachHost() throws IOException {
    String host = "partner-1";

    // docs: keyed-breakers
    KeyedBreakers<String> hosts = KeyedBreakers.<String>builder(
            "partners",
            key -> CircuitBreaker.builder(key)
                .tripWhen(TripRule.failureRate(0.5).over(Duration.ofMinutes(1)))
                .build())
        .maxKeys(1_000)
        .idleAfter(Duration.ofMinutes(30))
        .forgetAfter(Duration.ofDays(1))
        .build();

    String body = hosts.get(host).call(() -> client.get(sku));
    // end

    assertThat(body).isEqualTo("7 of sku-42");
    assertThat(hosts.keys()).containsExactly("partner-1");
  }

  // docs: keyed-test
  @Test
  void anIdleHostIsForgottenAndADeadOneIsNot() {
    ManualTimeSource time = new ManualTimeSource();
    KeyedBreakers<String> hosts = KeyedBreakers.<String>builder(
            "partners",
            key -> CircuitBreaker.builder(key)
                .tripWhen(TripRule.consecutiveFailures(1))
                .cooldown(Backoff.fixed(Duration.ofSeconds(10)))
                .timeSource(time)
                .build())
        .timeSource(time)
        .build();

    hosts.get("healthy").run(() -> {});
    client.goDown();
    assertThatIOException().isThrownBy(() -> hosts.get("dead").run(() -> client.get("sku-42")));
    time.advance(Duration.ofHours(1));

    assertThat(hosts.evictIdle()).isEqualTo(1);
    assertThat(hosts.keys()).containsExactly("dead");
  }
  // end
}
