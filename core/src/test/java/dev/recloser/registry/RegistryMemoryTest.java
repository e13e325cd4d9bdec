package dev.recloser.registry;

import static dev.recloser.Allocations.assertNone;
import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreakerConfig;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** What the registry holds on to, and what a lookup costs the garbage collector. */
class RegistryMemoryTest {
  private int found;

  /** C131. */
  @Test
  void holdsNothingOfWhatWasRemoved() {
    Registry registry = Registry.create();
    registry.on(RegistryEvent.class, event -> {});

    List<WeakReference<CircuitBreaker>> references = used(
        i -> registry.breaker("b" + i), i -> registry.remove(PolicyKind.CIRCUIT_BREAKER, "b" + i));

    assertThat(registry.stream()).isEmpty();
    assertAllCleared(references);
  }

  /** C131, by key. */
  @Test
  void keyedBreakersHoldNothingOfWhatWasRemoved() {
    KeyedBreakers<Integer> keyed = KeyedBreakers.<Integer>builder(
            "k", i -> CircuitBreaker.ofDefaults("b" + i))
        .build();

    List<WeakReference<CircuitBreaker>> references = used(keyed::get, keyed::remove);

    assertThat(keyed.size()).isZero();
    assertAllCleared(references);
  }

  /** C131: a breaker made without a registry is collectable too. */
  @Test
  void nothingHoldsABreakerWithoutARegistry() {
    assertAllCleared(used(i -> CircuitBreaker.ofDefaults("b" + i), i -> {}));
  }

  @Test
  void aLookupAllocatesNothing() {
    Registry registry = Registry.create();
    registry.config("c", CircuitBreakerConfig.ofDefaults());
    registry.breaker("a");
    registry.breaker("b", "c");
    assertNone(() -> found += registry.breaker("a") == registry.breaker("b", "c") ? 1 : 0);
  }

  @Test
  void aLookupOfAKeyAllocatesNothing() {
    KeyedBreakers<String> keyed =
        KeyedBreakers.builder("k", CircuitBreaker::ofDefaults).build();
    assertNone(() -> found += keyed.get("a") == keyed.get("b") ? 1 : 0);

    ManualTimeSource time = new ManualTimeSource();
    KeyedBreakers<String> onManualTime =
        KeyedBreakers.builder("k", CircuitBreaker::ofDefaults).timeSource(time).build();
    assertNone(() -> found += onManualTime.get("a") == onManualTime.get("b") ? 1 : 0);
  }

  /** Makes, uses and removes ten thousand. */
  private static List<WeakReference<CircuitBreaker>> used(
      IntFunction<CircuitBreaker> maker, IntConsumer remover) {
    List<WeakReference<CircuitBreaker>> references = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      CircuitBreaker breaker = maker.apply(i);
      breaker.acquire().succeeded();
      breaker.acquire().failed(new IOException());
      references.add(new WeakReference<>(breaker));
    }
    for (int i = 0; i < 10_000; i++) {
      remover.accept(i);
    }
    return references;
  }

  private static void assertAllCleared(List<WeakReference<CircuitBreaker>> references) {
    for (int i = 0; i < 20 && references.stream().anyMatch(ref -> ref.get() != null); i++) {
      System.gc();
    }
    assertThat(references).allMatch(reference -> reference.get() == null);
  }
}
