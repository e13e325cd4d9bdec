package dev.recloser.circuitbreaker;

import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;

/** One real breaker on manual time, and all around it: the permits that are out, the callbacks, what was heard. */
final class World {
  final Model model;
  final ManualTimeSource time = new ManualTimeSource();
  final CircuitBreaker breaker;
  final List<Held> held = new ArrayList<>();
  final Set<Grant> lost = Collections.newSetFromMap(new IdentityHashMap<>());
  final List<CircuitBreakerEvent> events = new ArrayList<>();
  final PlainBreaker plain;

  /** Whether health checks answer at once, and well: the dependency has recovered. */
  boolean checksAnswer;

  boolean checksBreak;
  boolean backoffBreaks;
  private boolean changed;

  World(Model model) {
    this.model = model;
    this.breaker = CircuitBreaker.of("modelled", config(model.settings()));
    this.plain = new PlainBreaker(this, model.settings());
    if (model.heard()) {
      var unused = breaker.onEvent(event -> {
        throw Thrown.CALLBACK;
      });
      var unusedToo = breaker.onEvent(events::add);
    }
  }

  private CircuitBreakerConfig config(PlainSettings settings) {
    return settings
        .addTo(
            CircuitBreakerConfig.builder()
                .cooldown(this::cooldown)
                .ignore(Thrown::isIgnored)
                .timeSource(time),
            this)
        .build();
  }

  private Duration cooldown(int opening, Duration previous, RandomGenerator random) {
    if (backoffBreaks) {
      throw Thrown.CALLBACK;
    }
    return model.cooldown(opening);
  }

  /** Returns whether the other settings are in force. */
  boolean isChanged() {
    return changed;
  }

  void reconfigure() {
    changed = !changed;
    PlainSettings next = changed ? model.others() : model.settings();
    plain.machine().reconfigure(next);
    breaker.reconfigure(config(next));
  }

  /** Starts a health check, which is as a permit that is out. */
  CompletionStage<Boolean> check() {
    if (checksBreak) {
      throw Thrown.CALLBACK;
    }
    if (checksAnswer) {
      return CompletableFuture.completedFuture(true);
    }
    List<Probe> running = ((HalfOpen) breaker.epoch()).ledger().running();
    CompletableFuture<Boolean> check = new CompletableFuture<>();
    held.add(Held.of(running.get(running.size() - 1), plain.newest(), check, now()));
    return check;
  }

  long now() {
    return time.nanoTime();
  }

  /** Returns whether what this permit reports comes too late to count. */
  boolean isLate(Held permit) {
    return isLate(permit.grant());
  }

  boolean isLate(Grant grant) {
    Epoch epoch = breaker.epoch();
    if (grant instanceof Probe probe) {
      return probe.epoch() != epoch || !probe.epoch().ledger().running().contains(probe);
    }
    return grant instanceof RampUp.Ramped ramped ? ramped.epoch() != epoch : grant != epoch;
  }

  long liveCount() {
    return held.stream().filter(permit -> !isLate(permit)).count();
  }

  /** Keeps of those that would report too late the newest one only: each does nothing, whatever the others do. */
  void forgetOlderLateOnes() {
    boolean newest = true;
    for (int i = held.size() - 1; i >= 0; i--) {
      if (isLate(held.get(i))) {
        if (!newest) {
          held.remove(i);
        }
        newest = false;
      }
    }
  }
}
