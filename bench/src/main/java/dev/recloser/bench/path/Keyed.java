package dev.recloser.bench.path;

import static io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy.SYNCHRONIZED;

import dev.recloser.bench.peer.RecloserSettings;
import dev.recloser.bench.peer.Resilience4jSettings;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreakerConfig;
import dev.recloser.registry.KeyedBreakers;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What a call through a breaker costs that is found by its key, with every key as likely as the others. A million breakers of
 * Resilience4j would not fit into this heap.
 */
public class Keyed {

  /** Walks through the keys, each thread for itself. */
  @State(Scope.Thread)
  public static class Walk {
    int at;

    String next(String[] keys) {
      at = at + 1 == keys.length ? 0 : at + 1;
      return keys[at];
    }
  }

  /** As many keys as our breakers must bear. */
  @State(Scope.Benchmark)
  public static class Keys {
    @Param({"1", "10000", "1000000"})
    int keys;

    String[] shuffled;

    @Setup
    public void shuffle() {
      shuffled = shuffledKeys(keys);
    }
  }

  /** As many keys as the peer's breakers have room for. */
  @State(Scope.Benchmark)
  public static class FewKeys {
    @Param({"1", "10000"})
    int keys;

    String[] shuffled;

    @Setup
    public void shuffle() {
      shuffled = shuffledKeys(keys);
    }
  }

  @State(Scope.Benchmark)
  public static class Bare {
    final ConcurrentHashMap<String, CircuitBreaker> map = new ConcurrentHashMap<>();

    @Setup
    public void fill(Keys keys) {
      CircuitBreakerConfig config = RecloserSettings.counting(100).config();
      for (String key : keys.shuffled) {
        map.put(key, CircuitBreaker.of(key, config));
      }
    }
  }

  @State(Scope.Benchmark)
  public static class Recloser {
    KeyedBreakers<String> breakers;

    @Setup
    public void fill(Keys keys) {
      CircuitBreakerConfig config = RecloserSettings.counting(100).config();
      breakers = KeyedBreakers.<String>builder("bench", key -> CircuitBreaker.of(key, config))
          .maxKeys(keys.keys)
          .build();
      for (String key : keys.shuffled) {
        breakers.get(key);
      }
    }
  }

  @State(Scope.Benchmark)
  public static class Resilience4j {
    CircuitBreakerRegistry registry;

    @Setup
    public void fill(FewKeys keys) {
      registry = CircuitBreakerRegistry.of(
          Resilience4jSettings.counting(SYNCHRONIZED, 100).getCircuitBreakerConfig());
      for (String key : keys.shuffled) {
        registry.circuitBreaker(key);
      }
    }
  }

  /** Our breakers in a concurrent map that forgets none. */
  @Benchmark
  public String bare(Bare bare, Keys keys, Walk walk, Task task) {
    return bare.map.get(walk.next(keys.shuffled)).call(task);
  }

  @Benchmark
  public String recloser(Recloser recloser, Keys keys, Walk walk, Task task) {
    return recloser.breakers.get(walk.next(keys.shuffled)).call(task);
  }

  @Benchmark
  public String resilience4j(Resilience4j resilience4j, FewKeys keys, Walk walk, Task task) {
    return resilience4j.registry.circuitBreaker(walk.next(keys.shuffled)).executeSupplier(task);
  }

  private static String[] shuffledKeys(int count) {
    List<String> keys =
        IntStream.range(0, count).mapToObj(i -> "key-" + i).collect(Collectors.toList());
    Collections.shuffle(keys, new Random(42));
    return keys.toArray(new String[0]);
  }
}
