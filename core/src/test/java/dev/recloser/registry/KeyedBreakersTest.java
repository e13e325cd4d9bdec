package dev.recloser.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.registry.RegistryEvent.Evicted;
import dev.recloser.registry.RegistryEvent.Overflowed;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class KeyedBreakersTest {
  private static final Duration IDLE = Duration.ofMinutes(10);
  private static final Duration RECENT = Duration.ofSeconds(8);
  /** Uses are noted to the eighth of the recent time. */
  private static final Duration GRAIN = RECENT.dividedBy(8);

  private final ManualTimeSource time = new ManualTimeSource();
  private final List<String> heard = new ArrayList<>();
  private final List<String> made = new ArrayList<>();

  private KeyedBreakers.Builder<String> settings(int maxKeys) {
    return KeyedBreakers.builder("hosts", this::make)
        .maxKeys(maxKeys)
        .idleAfter(IDLE)
        .recentUse(RECENT)
        .timeSource(time);
  }

  private KeyedBreakers<String> keyed(int maxKeys) {
    return heard(settings(maxKeys).build());
  }

  private KeyedBreakers<String> heard(KeyedBreakers<String> keyed) {
    keyed.on(Evicted.class, event -> heard.add(event.reason() + " " + event.key()));
    keyed.on(Overflowed.class, event -> heard.add("OVERFLOWED " + event.key()));
    return keyed;
  }

  private CircuitBreaker make(String key) {
    made.add(key);
    return CircuitBreaker.builder(key)
        .tripWhen(TripRule.consecutiveFailures(2))
        .timeSource(time)
        .build();
  }

  private static void fail(CircuitBreaker breaker) {
    breaker.acquire().failed(new IOException());
  }

  @Test
  void makesABreakerForEachKey() {
    KeyedBreakers<String> hosts = keyed(10);
    CircuitBreaker a = hosts.get("a");

    assertThat(hosts.get("a")).isSameAs(a);
    assertThat(hosts.get("b")).isNotSameAs(a);
    assertThat(made).containsExactly("a", "b");
    assertThat(hosts.find("a")).contains(a);
    assertThat(hosts.find("c")).isEmpty();
    assertThat(hosts.keys()).containsOnly("a", "b");
    assertThat(hosts.stream()).containsOnly(a, hosts.get("b"));
    assertThat(hosts.size()).isEqualTo(2);
    assertThat(hosts).hasToString("KeyedBreakers[hosts, 2 keys]");
    assertThat(hosts.remove("a")).contains(a);
    assertThat(hosts.remove("a")).isEmpty();
    assertThat(hosts.get("a")).isNotSameAs(a);
  }

  @Test
  void aMakerThatFailsLeavesNothingBehind() {
    boolean[] fails = {true};
    KeyedBreakers<String> hosts = KeyedBreakers.<String>builder("hosts", key -> {
          if (fails[0]) {
            throw new IllegalStateException("no");
          }
          return make(key);
        })
        .maxKeys(1)
        .build();

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> hosts.get("a")).hasMessage("no");
    }
    assertThat(hosts.size()).isZero();
    fails[0] = false;
    assertThat(hosts.get("a").name()).isEqualTo("a");
  }

  @Nested
  class Idle {

    @Test
    void aHealthyBreakerGoesWhenItHasNotBeenUsedForTheTime() {
      KeyedBreakers<String> hosts = keyed(10);
      hosts.get("a").acquire().succeeded();

      time.advance(IDLE.plus(GRAIN).minusNanos(1));
      assertThat(hosts.evictIdle()).isZero();
      time.advance(Duration.ofNanos(1));
      assertThat(hosts.evictIdle()).isEqualTo(1);

      assertThat(hosts.size()).isZero();
      assertThat(heard).containsExactly("IDLE a");
    }

    @Test
    void itGoesInPassing() {
      KeyedBreakers<String> hosts = keyed(10_000);
      for (int i = 0; i < 1_000; i++) {
        hosts.get("idle" + i);
      }
      for (Duration passed = Duration.ZERO;
          passed.compareTo(IDLE.multipliedBy(2).plus(GRAIN)) <= 0;
          passed = passed.plusSeconds(1)) {
        time.advance(Duration.ofSeconds(1));
        hosts.get("busy");
      }

      assertThat(hosts.keys()).containsOnly("busy");
      assertThat(heard).hasSize(1_000);
    }

    @Test
    void aLongPauseIsCaughtUpWithAFewAtATime() {
      KeyedBreakers<String> hosts = keyed(10_000);
      for (int i = 0; i < 160; i++) {
        hosts.get("idle" + i);
      }
      time.advance(Duration.ofDays(7));

      hosts.get("idle0");
      assertThat(heard).hasSizeLessThanOrEqualTo(16);
      for (int i = 0; i < 12; i++) {
        hosts.get("idle0");
      }
      assertThat(hosts.keys()).containsOnly("idle0");
    }

    @Test
    void aUsedBreakerStays() {
      KeyedBreakers<String> hosts = keyed(10);
      hosts.get("a");
      time.advance(IDLE);
      hosts.get("a");
      time.advance(IDLE.minusNanos(1));

      assertThat(hosts.evictIdle()).isZero();
    }

    @Test
    void toLookForOneIsNoUse() {
      KeyedBreakers<String> hosts = keyed(10);
      hosts.get("a");
      time.advance(IDLE.plus(GRAIN));
      assertThat(hosts.find("a")).isPresent();
      assertThat(hosts.evictIdle()).isEqualTo(1);
    }

    @Test
    void oneThatHasSomethingToRememberStays() {
      KeyedBreakers<String> hosts = keyed(10);
      fail(hosts.get("failed once"));
      fail(hosts.get("open"));
      fail(hosts.get("open"));
      hosts.get("forced open").forceOpen();
      hosts.get("disabled").disable();
      hosts.get("metrics only").metricsOnly();
      hosts.get("healthy");
      assertThat(hosts.get("open").state()).isEqualTo(State.OPEN);

      time.advance(Duration.ofDays(365));
      assertThat(hosts.evictIdle()).isEqualTo(1);
      assertThat(heard).containsExactly("IDLE healthy");

      hosts.get("failed once").acquire().succeeded();
      hosts.get("open").reset();
      time.advance(IDLE.plus(GRAIN));
      assertThat(hosts.evictIdle()).isEqualTo(2);
    }

    @Test
    void itIsForgottenOnlyOnRequestAndNeverAgainstAHand() {
      KeyedBreakers<String> hosts =
          heard(settings(10).forgetAfter(Duration.ofDays(1)).build());
      fail(hosts.get("open"));
      fail(hosts.get("open"));
      hosts.get("forced open").forceOpen();

      time.advance(Duration.ofDays(1));
      assertThat(hosts.evictIdle()).isZero();
      time.advance(GRAIN);
      assertThat(hosts.evictIdle()).isEqualTo(1);
      assertThat(heard).containsExactly("FORGOTTEN open");
    }
  }

  @Nested
  class Full {

    @Test
    void theHealthyOneThatWasNotUsedForLongestMakesRoom() {
      KeyedBreakers<String> hosts = keyed(3);
      for (String key : List.of("a", "b", "c", "a")) {
        hosts.get(key);
        time.advance(RECENT);
      }
      time.advance(GRAIN);

      hosts.get("d");

      assertThat(heard).containsExactly("FULL b");
      assertThat(hosts.keys()).containsOnly("a", "c", "d");
    }

    @Test
    void oneUsedAMomentAgoStays() {
      KeyedBreakers<String> hosts = keyed(1);
      CircuitBreaker a = hosts.get("a");
      time.advance(RECENT.minusNanos(1));

      assertThat(hosts.get("b")).isSameAs(hosts.overflow());
      assertThat(hosts.get("a")).isSameAs(a);
      assertThat(heard).containsExactly("OVERFLOWED b");
    }

    @Test
    void oneThatHasSomethingToRememberStays() {
      KeyedBreakers<String> hosts = keyed(2);
      CircuitBreaker open = hosts.get("open");
      fail(open);
      fail(open);
      hosts.get("healthy");
      time.advance(RECENT.plus(GRAIN));

      hosts.get("new");

      assertThat(hosts.get("open")).isSameAs(open);
      assertThat(heard).containsExactly("FULL healthy");
    }

    @Test
    void theOverflowBreakerLetsAllPassAndCounts() {
      KeyedBreakers<String> hosts = keyed(1);
      hosts.get("a");
      CircuitBreaker overflow = hosts.get("b");
      for (int i = 0; i < 1_000; i++) {
        fail(overflow);
      }

      assertThat(overflow.admits()).isTrue();
      assertThat(overflow.name()).isEqualTo("hosts-overflow");
      assertThat(overflow.state()).isEqualTo(State.METRICS_ONLY);
      assertThat(overflow.snapshot().failures()).isEqualTo(1_000);
      assertThat(made).containsExactly("a");
    }

    @Test
    void aKeyThatFoundNoRoomGetsItsOwnBreakerWhenThereIsSome() {
      KeyedBreakers<String> hosts = keyed(1);
      hosts.get("a");
      assertThat(hosts.get("b")).isSameAs(hosts.overflow());
      hosts.remove("a");
      assertThat(hosts.get("b").name()).isEqualTo("b");
    }

    @Test
    void theOverflowBreakerCanBeOnesOwn() {
      CircuitBreaker strict = make("strict");
      KeyedBreakers<String> hosts = settings(1).overflow(strict).build();
      hosts.get("a");

      assertThat(hosts.get("b")).isSameAs(strict).isSameAs(hosts.overflow());
    }

    @Test
    void aFloodOfStrangersPushesOutNobodyInUse() {
      KeyedBreakers<String> hosts = keyed(100);
      List<CircuitBreaker> regulars = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        regulars.add(hosts.get("regular" + i));
      }
      for (int i = 0; i < 100_000; i++) {
        hosts.get("stranger" + i);
        hosts.get("regular" + i % 50);
        time.advance(Duration.ofMillis(20));
        assertThat(hosts.size()).isLessThanOrEqualTo(100);
      }
      for (int i = 0; i < 50; i++) {
        assertThat(hosts.get("regular" + i)).isSameAs(regulars.get(i));
      }
      assertThat(heard).anyMatch(event -> event.startsWith("FULL stranger"));
      assertThat(heard).noneMatch(event -> event.contains("regular"));
    }
  }

  @Test
  void aFollowerHearsOfTheOverflowBreakerToo() {
    KeyedBreakers<String> hosts = keyed(10);
    hosts.get("a");
    hosts.follow(event ->
        heard.add(event.getClass().getSimpleName() + " " + event.origin().policyName()));
    hosts.remove("a");

    assertThat(heard).containsExactly("Added hosts-overflow", "Added a", "Removed a");
  }

  @Test
  void badSettingsAreNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings(0).build())
        .withMessage("maxKeys must be at least 1, but was 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings(1).idleAfter(Duration.ZERO).build())
        .withMessage("idleAfter must be positive, but was PT0S");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings(1).recentUse(Duration.ofSeconds(-1)).build())
        .withMessage("recentUse must be positive, but was PT-1S");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings(1).forgetAfter(Duration.ofSeconds(1)).build())
        .withMessage("forgetAfter must not be shorter than idleAfter PT10M, but was PT1S");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyedBreakers.builder(" ", this::make))
        .withMessageContaining("name");
  }

  @Test
  void timesWithoutEndAreFine() {
    Duration forever = Duration.ofSeconds(Long.MAX_VALUE);
    KeyedBreakers<String> hosts =
        settings(1).idleAfter(forever).recentUse(forever).forgetAfter(forever).build();
    CircuitBreaker a = hosts.get("a");
    time.advance(Duration.ofDays(10_000));

    assertThat(hosts.evictIdle()).isZero();
    assertThat(hosts.get("b")).isSameAs(hosts.overflow());
    assertThat(hosts.get("a")).isSameAs(a);
  }
}
