package dev.recloser.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.registry.RegistryEvent.Added;
import dev.recloser.registry.RegistryEvent.Removed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** The registry under real threads. */
class RegistryRaceTest {
  private final Registry registry = Registry.create();

  @RepeatedTest(20)
  void manyThreadsGetOneBreakerThatIsConfiguredOnce() throws Exception {
    AtomicInteger configured = new AtomicInteger();
    AtomicInteger added = new AtomicInteger();
    registry.on(Added.class, event -> added.incrementAndGet());

    List<CircuitBreaker> got = Together.run(
        64, i -> () -> registry.breaker("inventory", b -> configured.incrementAndGet()));

    assertThat(got).hasSize(64).containsOnly(registry.breaker("inventory"));
    assertThat(configured).hasValue(1);
    assertThat(added).hasValue(1);
  }

  @RepeatedTest(20)
  void eachThreadHearsOfTheFaultOfItsOwnConfigurer() throws Exception {
    List<Object> got = Together.run(16, i -> () -> {
      try {
        return registry.breaker("inventory", b -> {
          if (i != 7) {
            throw new IllegalStateException("fault " + i);
          }
        });
      } catch (IllegalStateException e) {
        return e.getMessage();
      }
    });

    CircuitBreaker made = registry.breaker("inventory");
    for (int i = 0; i < 16; i++) {
      assertThat(got.get(i)).isIn(made, "fault " + i);
    }
    assertThat(got.get(7)).isSameAs(made);
  }

  /** With ConcurrentHashMap.computeIfAbsent this is a recursive update; with a lock a name it is a deadlock. */
  @RepeatedTest(50)
  void configurersThatAskForEachOthersPolicyDoNotDeadlock() throws Exception {
    CountDownLatch bothBegun = new CountDownLatch(2);
    List<Object> got = Together.run(2, i -> () -> {
      try {
        return registry.breaker("b" + i, b -> {
          bothBegun.countDown();
          awaitQuietly(bothBegun);
          registry.breaker("b" + (1 - i));
        });
      } catch (IllegalStateException e) {
        return e;
      }
    });

    assertThat(got).anySatisfy(one -> assertThat(one).isInstanceOf(IllegalStateException.class));
    assertThat(registry.breaker("b0")).isNotSameAs(registry.breaker("b1"));
  }

  @Test
  void aConfigurerThatAnotherThreadWaitsForMayAskForMore() throws Exception {
    List<CircuitBreaker> got = Together.run(
        8,
        i -> () -> registry.breaker(
            "outer",
            b -> b.config(
                registry.breaker("inner", in -> registry.breaker("innermost")).config())));

    assertThat(got).containsOnly(registry.breaker("outer"));
    assertThat(registry.names(PolicyKind.CIRCUIT_BREAKER))
        .containsOnly("outer", "inner", "innermost");
  }

  @Test
  void anInterruptedThreadWaitsAllTheSameAndStaysInterrupted() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    List<Boolean> flags = Together.run(2, i -> () -> {
      if (i == 0) {
        registry.breaker("inventory", b -> {
          begun.countDown();
          awaitQuietly(interrupted);
        });
        return false;
      }
      begun.await();
      Thread.currentThread().interrupt();
      interrupted.countDown();
      registry.breaker("inventory");
      return Thread.currentThread().isInterrupted();
    });

    assertThat(flags).containsExactly(false, true);
  }

  /** What a follower has heard is what there is, however adding and removing interleave. */
  @RepeatedTest(5)
  void aFollowerMissesNothing(RepetitionInfo repetition) throws Exception {
    Map<Object, Object> early = new ConcurrentHashMap<>();
    Map<Object, Object> late = new ConcurrentHashMap<>();
    List<Long> numbers = new ArrayList<>();
    registry.follow(event -> {
      mirror(early, event);
      numbers.add(event.origin().sequence());
    });

    var unused = Together.run(4, i -> () -> {
      Random random = new Random(repetition.getCurrentRepetition() * 10L + i);
      for (int step = 0; step < 5_000; step++) {
        String name = "b" + random.nextInt(5);
        if (random.nextBoolean()) {
          registry.breaker(name);
        } else {
          registry.remove(PolicyKind.CIRCUIT_BREAKER, name);
        }
        if (i == 0 && step == 2_500) {
          registry.follow(event -> mirror(late, event));
        }
      }
      return i;
    });

    List<Object> there = new ArrayList<>(registry.stream().toList());
    assertThat(early.values()).containsExactlyInAnyOrderElementsOf(there);
    assertThat(late.values()).containsExactlyInAnyOrderElementsOf(there);
    assertThat(numbers).isSorted();
  }

  @Test
  void whatWaitsForAFailedMakerMakesItAnew() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    List<Object> got = Together.run(2, i -> () -> {
      if (i == 0) {
        assertThatThrownBy(() -> registry.breaker("inventory", b -> {
              begun.countDown();
              throw new IllegalArgumentException("no");
            }))
            .hasMessage("circuit breaker 'inventory': no");
        return "failed";
      }
      begun.await();
      return registry.breaker("inventory");
    });

    assertThat(got).containsExactly("failed", registry.breaker("inventory"));
  }

  private static void mirror(Map<Object, Object> to, RegistryEvent event) {
    if (event instanceof Added) {
      to.put(event.key(), event.policy());
    } else if (event instanceof Removed) {
      to.remove(event.key());
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
