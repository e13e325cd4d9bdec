package dev.recloser.bench.path;

import dev.recloser.bench.peer.RecloserSettings;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.registry.Registry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.util.concurrent.ConcurrentHashMap;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What finding a breaker by its name costs, among a hundred. */
public class RegistryLookup {
  private static final int BREAKERS = 100;

  @State(Scope.Benchmark)
  public static class Name {
    String name = "breaker-42";
  }

  @State(Scope.Benchmark)
  public static class Bare {
    final ConcurrentHashMap<String, CircuitBreaker> map = new ConcurrentHashMap<>();

    @Setup
    public void fill() {
      for (int i = 0; i < BREAKERS; i++) {
        map.put("breaker-" + i, RecloserSettings.counting(100));
      }
    }
  }

  @State(Scope.Benchmark)
  public static class Recloser {
    final Registry registry = Registry.create();

    @Setup
    public void fill() {
      for (int i = 0; i < BREAKERS; i++) {
        registry.breaker("breaker-" + i);
      }
    }
  }

  @State(Scope.Benchmark)
  public static class Resilience4j {
    final CircuitBreakerRegistry registry = CircuitBreakerRegistry.ofDefaults();

    @Setup
    public void fill() {
      for (int i = 0; i < BREAKERS; i++) {
        registry.circuitBreaker("breaker-" + i);
      }
    }
  }

  /** A concurrent map. */
  @Benchmark
  public Object bare(Bare bare, Name name) {
    return bare.map.get(name.name);
  }

  @Benchmark
  public Object recloser(Recloser recloser, Name name) {
    return recloser.registry.breaker(name.name);
  }

  @Benchmark
  public Object resilience4j(Resilience4j resilience4j, Name name) {
    return resilience4j.registry.circuitBreaker(name.name);
  }
}
