package dev.recloser.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.Recovery;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.registry.RegistryEvent.Evicted;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** Keyed breakers beside a map that forgets nothing. */
class KeyedBreakersModelTest {
  private static final Duration IDLE = Duration.ofSeconds(100);
  private static final Duration RECENT = Duration.ofSeconds(8);
  private static final Duration GRAIN = Duration.ofSeconds(1);

  private final ManualTimeSource time = new ManualTimeSource();
  private final Map<Integer, Used> model = new HashMap<>();
  private final int[] evictions = new int[1];

  /** A breaker, and when it was last handed out. */
  private record Used(CircuitBreaker breaker, Duration at) {}

  @RepeatedTest(100)
  void dropsOnlyWhatMayGoAndHoldsNoMoreThanTheBound(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    // Up to sixteen places are all looked at for room; so whether there is any is certain.
    int bound = 1 + random.nextInt(16);
    KeyedBreakers<Integer> keyed = KeyedBreakers.<Integer>builder("k", this::make)
        .maxKeys(bound)
        .idleAfter(IDLE)
        .recentUse(RECENT)
        .timeSource(time)
        .build();
    keyed.on(Evicted.class, this::evicted);

    for (int step = 0; step < 2_000; step++) {
      int key = random.nextInt(bound * 3);
      switch (random.nextInt(12)) {
        case 0 -> removed(key, keyed);
        case 1 -> time.advance(Duration.ofMillis(random.nextInt(30_000)));
        case 2 -> swept(keyed);
        case 3 -> time.advance(Duration.ofMillis(random.nextInt(200_000)));
        default -> used(key, keyed, bound, random);
      }
      assertThat(keyed.size()).isEqualTo(model.size()).isLessThanOrEqualTo(bound);
    }
    assertThat(evictions[0]).isPositive();
  }

  private void used(int key, KeyedBreakers<Integer> keyed, int bound, Random random) {
    Used known = model.get(key);
    boolean roomForSure =
        model.size() < bound || model.values().stream().anyMatch(unusedFor(RECENT.plus(GRAIN)));
    CircuitBreaker got = keyed.get(key);
    if (known != null) {
      assertThat(got).isSameAs(known.breaker);
    } else if (got == keyed.overflow()) {
      assertThat(roomForSure).as("no room, though some could go").isFalse();
      return;
    }
    model.put(key, new Used(got, time.elapsed()));
    got.tryAcquire().ifPresent(permit -> {
      if (random.nextInt(4) == 0) {
        permit.failed(new IOException());
      } else {
        permit.succeeded();
      }
    });
  }

  private void evicted(Evicted event) {
    Used gone = Objects.requireNonNull(model.remove((Integer) event.key()), "told twice");
    assertThat(event.policy()).isSameAs(gone.breaker);
    boolean idle = event.reason() == RegistryEvent.Reason.IDLE;
    if (!unusedFor(idle ? IDLE : RECENT).test(gone)) {
      throw new AssertionError("dropped " + event + " that was used at " + gone.at);
    }
    evictions[0]++;
  }

  private void swept(KeyedBreakers<Integer> keyed) {
    int before = model.size();
    int dropped = keyed.evictIdle();
    assertThat(before - model.size()).isEqualTo(dropped);
    assertThat(model.values()).noneMatch(unusedFor(IDLE.plus(GRAIN)));
  }

  private void removed(int key, KeyedBreakers<Integer> keyed) {
    Used known = model.remove(key);
    assertThat(keyed.remove(key).isPresent()).isEqualTo(known != null);
  }

  /** What may go after the time: closed, without a bad call, and unused for so long. */
  private Predicate<Used> unusedFor(Duration span) {
    return used -> used.breaker.state() == State.CLOSED
        && used.breaker.snapshot().rules().get(0).bad() == 0
        && time.elapsed().minus(used.at).compareTo(span) >= 0;
  }

  private CircuitBreaker make(int key) {
    return CircuitBreaker.builder("b" + key)
        .tripWhen(TripRule.consecutiveFailures(2))
        .cooldown(Backoff.fixed(Duration.ofSeconds(20)))
        .recovery(Recovery.consecutive(1))
        .timeSource(time)
        .build();
  }
}
