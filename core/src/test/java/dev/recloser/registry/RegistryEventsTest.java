package dev.recloser.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Finished;
import dev.recloser.event.Subscription;
import dev.recloser.registry.RegistryEvent.Added;
import dev.recloser.registry.RegistryEvent.Removed;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RegistryEventsTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final Registry registry = Registry.create(time);
  private final List<String> heard = new ArrayList<>();

  @Test
  void tellsWhatWasAddedAndRemoved() {
    List<RegistryEvent> events = new ArrayList<>();
    registry.on(RegistryEvent.class, events::add);

    CircuitBreaker breaker = registry.breaker("inventory");
    registry.breaker("inventory");
    registry.retry("inventory");
    registry.remove(PolicyKind.CIRCUIT_BREAKER, "inventory");

    assertThat(events)
        .extracting(this::text)
        .containsExactly(
            "Added circuit breaker inventory",
            "Added retry inventory",
            "Removed circuit breaker inventory");
    assertThat(events.get(0).policy(PolicyKind.CIRCUIT_BREAKER)).isEqualTo(Optional.of(breaker));
    assertThat(events.get(0).policy(PolicyKind.RETRY)).isEmpty();
    assertThat(events.get(0).origin().policyName()).isEqualTo("inventory");
    assertThat(events.get(0).origin().at()).isEqualTo(time.wallTime());
    assertThat(events)
        .extracting(event -> event.origin().sequence())
        .isSorted()
        .doesNotHaveDuplicates();
  }

  @Test
  void aFollowerHearsOfWhatIsThereAlready() {
    registry.breaker("early");

    Subscription subscription = registry.follow(event -> heard.add(text(event)));
    registry.breaker("late");
    subscription.close();
    registry.breaker("later");

    assertThat(heard).containsExactly("Added circuit breaker early", "Added circuit breaker late");
  }

  @Test
  void whatAListenerDoesIsToldAfterwards() {
    registry.on(Added.class, event -> {
      heard.add("begin " + event.key());
      if (event.key().equals("a")) {
        registry.breaker("b");
        registry.remove(PolicyKind.CIRCUIT_BREAKER, "a");
      }
      heard.add("end " + event.key());
    });
    registry.on(Removed.class, event -> heard.add("removed " + event.key()));

    registry.breaker("a");

    assertThat(heard).containsExactly("begin a", "end a", "begin b", "end b", "removed a");
  }

  @Test
  void aListenerThatFailsKeepsNothingFromAnybody() {
    registry.on(Added.class, event -> {
      throw new IllegalStateException("listener");
    });
    registry.on(Added.class, event -> heard.add(text(event)));

    assertThat(registry.breaker("inventory").call(() -> "answer")).isEqualTo("answer");
    assertThat(heard).containsExactly("Added circuit breaker inventory");
  }

  /** C130: a replaced instance goes on being metered, once; a removed one is not. */
  @Test
  void metersBindLateAndRebind() {
    registry.breaker("a");
    Meters meters = new Meters();
    registry.follow(meters::hear);
    registry.follow(meters::hear);
    assertThat(meters.failures).containsOnlyKeys("a");

    registry.remove(PolicyKind.CIRCUIT_BREAKER, "a");
    CircuitBreaker replacement = registry.breaker("a");
    assertThat(meters.failures).containsOnlyKeys("a");

    replacement.acquire().failed(new IOException());
    replacement.acquire().failed(new IOException());
    assertThat(meters.failures.get("a")).hasValue(2);

    registry.remove(PolicyKind.CIRCUIT_BREAKER, "a");
    assertThat(meters.failures).isEmpty();
  }

  private String text(RegistryEvent event) {
    return event.getClass().getSimpleName() + " " + event.kind() + " " + event.key();
  }

  /** Counts failures by name. Binding twice does nothing, as it must not. */
  private static final class Meters {
    private final Map<Object, AtomicInteger> failures = new HashMap<>();
    private final Map<Object, Subscription> bound = new HashMap<>();

    void hear(RegistryEvent event) {
      if (event instanceof Added) {
        event.policy(PolicyKind.CIRCUIT_BREAKER).ifPresent(this::bind);
      } else if (event instanceof Removed && bound.containsKey(event.policy())) {
        bound.remove(event.policy()).close();
        failures.remove(event.key());
      }
    }

    private void bind(CircuitBreaker breaker) {
      if (!bound.containsKey(breaker)) {
        AtomicInteger counter = new AtomicInteger();
        failures.put(breaker.name(), counter);
        bound.put(breaker, breaker.on(Finished.class, event -> counter.incrementAndGet()));
      }
    }
  }
}
