package dev.recloser.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.registry.RegistryEvent.Added;
import dev.recloser.registry.RegistryEvent.Evicted;
import dev.recloser.registry.RegistryEvent.Removed;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Keyed breakers under real threads. */
class KeyedBreakersStressTest {
  private static final int BOUND = 20;
  private static final Duration RECENT = Duration.ofMillis(8);

  private final ManualTimeSource time = new ManualTimeSource();
  private final Map<Object, Object> mirror = new HashMap<>();
  private int mostMirrored;

  @Test
  void manyThreadsGetOneBreaker() throws Exception {
    AtomicInteger made = new AtomicInteger();
    KeyedBreakers<String> keyed = KeyedBreakers.<String>builder("k", key -> {
          made.incrementAndGet();
          return CircuitBreaker.ofDefaults(key);
        })
        .build();

    List<CircuitBreaker> got = Together.run(64, i -> () -> keyed.get("a"));

    assertThat(got).containsOnly(keyed.get("a"));
    assertThat(made).hasValue(1);
  }

  @RepeatedTest(4)
  void theBoundHoldsAndEventsTellTheTruth(RepetitionInfo repetition) throws Exception {
    KeyedBreakers<Integer> keyed = KeyedBreakers.<Integer>builder(
            "k", key -> CircuitBreaker.builder("b" + key).timeSource(time).build())
        .maxKeys(BOUND)
        .idleAfter(Duration.ofMillis(40))
        .recentUse(RECENT)
        .timeSource(time)
        .build();
    keyed.follow(this::mirror);
    CircuitBreaker sick = keyed.get(-1);
    sick.acquire().failed(new IOException());

    List<Integer> most = Together.run(4, thread -> () -> {
      Random random = new Random(repetition.getCurrentRepetition() * 10L + thread);
      int largest = 0;
      for (int step = 0; step < 20_000; step++) {
        step(keyed, thread, random);
        largest = Math.max(largest, keyed.size());
      }
      return largest;
    });

    assertThat(most).as("sizes read").allMatch(size -> size <= BOUND);
    // Events come in the order of what they tell of: so this count is exact; a size read is not.
    assertThat(mostMirrored).as("keys at once, and the overflow breaker").isEqualTo(BOUND + 1);
    assertThat(keyed.get(-1)).isSameAs(sick);
    mirror.remove("k");
    assertThat(mirror.keySet()).isEqualTo(keyed.keys());
    assertThat(mirror.values())
        .containsExactlyInAnyOrderElementsOf(keyed.stream().toList());
    assertThatAllPlacesCanBeHadAgain(keyed, sick);
  }

  private void step(KeyedBreakers<Integer> keyed, int thread, Random random) {
    int kind = random.nextInt(100);
    if (kind < 5) {
      keyed.remove(random.nextInt(60));
    } else if (kind < 8) {
      keyed.evictIdle();
    } else if (thread == 0 && kind < 30) {
      time.advance(Duration.ofNanos(random.nextInt(4_000_000)));
    } else {
      keyed.get(random.nextInt(60)).acquire().succeeded();
    }
  }

  private void assertThatAllPlacesCanBeHadAgain(KeyedBreakers<Integer> keyed, CircuitBreaker sick) {
    time.advance(Duration.ofHours(1));
    keyed.evictIdle();
    assertThat(keyed.stream()).containsExactly(sick);
    for (int key = 1_000; key < 1_000 + BOUND - 1; key++) {
      assertThat(keyed.get(key)).isNotSameAs(keyed.overflow());
    }
    assertThat(keyed.size()).isEqualTo(BOUND);
    assertThat(keyed.get(2_000)).isSameAs(keyed.overflow());
  }

  @Test
  void oneThatIsInUseIsNeverDropped() throws Exception {
    KeyedBreakers<Integer> keyed = KeyedBreakers.<Integer>builder(
            "k", key -> CircuitBreaker.ofDefaults("b" + key))
        .maxKeys(BOUND)
        .timeSource(time)
        .build();
    List<CircuitBreaker> own =
        IntStream.range(0, 4).mapToObj(i -> keyed.get(-i)).toList();
    List<Integer> changes = Together.run(4, thread -> () -> {
      int changed = 0;
      for (int step = 0; step < 20_000; step++) {
        keyed.get(thread * 100_000 + step);
        if (thread == 0) {
          time.advance(Duration.ofMillis(10));
        }
        if (keyed.get(-thread) != own.get(thread)) {
          changed++;
        }
      }
      return changed;
    });

    // The thread that moves the time uses its own every 10 ms; the others may stall for longer.
    assertThat(changes.get(0)).isZero();
  }

  private void mirror(RegistryEvent event) {
    if (event instanceof Added) {
      mirror.put(event.key(), event.policy());
      mostMirrored = Math.max(mostMirrored, mirror.size());
    } else if (event instanceof Evicted || event instanceof Removed) {
      boolean told = mirror.remove(event.key(), event.policy());
      assertThat(told).as("%s before it was added", event).isTrue();
    }
  }
}
