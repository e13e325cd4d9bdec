package dev.recloser.endpoint;

import static dev.recloser.endpoint.Pools.calls;
import static dev.recloser.endpoint.Pools.reading;
import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.endpoint.EndpointEvent.HealthChanged;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class HealthCheckTest {
  private static final Duration INTERVAL = Duration.ofSeconds(10);

  private final ManualTimeSource time = new ManualTimeSource();
  private final List<EndpointEvent> events = new ArrayList<>();
  private final Map<String, Boolean> health = new ConcurrentHashMap<>();
  private final List<String> checked = new ArrayList<>();
  private EndpointPool<String> pool = builder(this::check).build();

  private CompletionStage<Boolean> check(String endpoint) {
    checked.add(endpoint + "@" + time.elapsed().toSeconds());
    return CompletableFuture.completedFuture(health.getOrDefault(endpoint, true));
  }

  private EndpointPoolBuilder<String> builder(HealthCheck<String> check) {
    return Pools.of(time, "a", "b")
        .healthCheck(INTERVAL, check)
        .unhealthyAfter(1)
        .healthyAfter(1)
        .panicThreshold(0)
        .random(new Random(3));
  }

  private void replace(EndpointPoolBuilder<String> builder) {
    pool.close();
    pool = builder.build();
    pool.onEvent(events::add);
  }

  /** Lets at least one check of each endpoint pass, and at most two. */
  private void pass() {
    time.advance(INTERVAL.multipliedBy(11).dividedBy(10));
  }

  /** What a check costs while it blocks is one thread, not one more in each interval. */
  @Test
  void aCheckThatHasNotReturnedIsFollowedByNoOther() {
    replace(builder(endpoint -> {
      if (endpoint.equals("a")) {
        checked.add("a");
        time.advance(INTERVAL.multipliedBy(9));
      }
      return CompletableFuture.completedFuture(true);
    }));

    pass();

    assertThat(checked).containsExactly("a");
    assertThat(reading(pool, "a").healthy()).isFalse();
  }

  @AfterEach
  void noTimerIsLeft() {
    pool.close();
    assertThat(time.pendingTimers()).isZero();
  }

  @Test
  void endpointsAreHealthyUntilACheckSaysOtherwise() {
    health.put("a", false);
    assertThat(reading(pool, "a").healthy()).isTrue();
    pass();
    assertThat(reading(pool, "a").healthy()).isFalse();
    assertThat(calls(pool, 4)).containsOnly("b");
  }

  @Test
  void anEndpointComesBackWithASlowStart() {
    replace(builder(this::check).slowStart(Duration.ofSeconds(100)));
    health.put("a", false);
    pass();
    health.put("a", true);
    pass();

    assertThat(reading(pool, "a").healthy()).isTrue();
    assertThat(reading(pool, "a").weight()).isLessThan(0.3);
    assertThat(events)
        .extracting(event -> ((HealthChanged) event).healthy())
        .containsExactly(false, true);
  }

  @Test
  void checksAreSpreadAndJittered() {
    for (int i = 0; i < 20; i++) {
      time.advance(INTERVAL);
    }
    List<Integer> ofA = checked.stream()
        .filter(one -> one.startsWith("a"))
        .map(one -> Integer.valueOf(one.substring(2)))
        .toList();
    assertThat(ofA).hasSizeBetween(18, 23);
    assertThat(ofA.get(0)).isLessThan(10);
    List<Integer> gaps = new ArrayList<>();
    for (int i = 1; i < ofA.size(); i++) {
      gaps.add(ofA.get(i) - ofA.get(i - 1));
    }
    assertThat(gaps).allMatch(gap -> gap >= 8 && gap <= 11).doesNotContain(7, 12);
    assertThat(gaps.stream().distinct().count()).isGreaterThan(1);
  }

  @Test
  void severalAnswersInARowDecide() {
    replace(builder(this::check).unhealthyAfter(3).healthyAfter(2));
    health.put("a", false);
    health.put("b", false);
    waitForChecks("a", 2);
    health.put("a", true);
    waitForChecks("a", 1);
    health.put("a", false);
    waitForChecks("a", 2);
    assertThat(reading(pool, "a").healthy()).isTrue(); // never three in a row
    waitForChecks("a", 1);
    assertThat(reading(pool, "a").healthy()).isFalse();

    health.put("a", true);
    waitForChecks("a", 1);
    assertThat(reading(pool, "a").healthy()).isFalse();
    waitForChecks("a", 1);
    assertThat(reading(pool, "a").healthy()).isTrue();
  }

  private void waitForChecks(String endpoint, int count) {
    long before = checked.stream().filter(one -> one.startsWith(endpoint)).count();
    while (checked.stream().filter(one -> one.startsWith(endpoint)).count() < before + count) {
      time.advance(Duration.ofMillis(100));
    }
  }

  @Nested
  class ABadCheck {

    @Test
    void isOneThatThrows() {
      replace(builder(endpoint -> {
        throw new Exception("check");
      }));
      assertBothUnhealthyAndStillChecked();
    }

    @Test
    void isOneThatThrowsAnError() {
      replace(builder(endpoint -> {
        throw new AssertionError("check");
      }));
      assertBothUnhealthyAndStillChecked();
    }

    @Test
    void isOneThatFails() {
      replace(builder(endpoint -> CompletableFuture.failedFuture(new Exception("check"))));
      assertBothUnhealthyAndStillChecked();
    }

    @Test
    @SuppressWarnings("NullAway") // What users do in spite of the annotations.
    void isOneWithoutAStageOrAnswer() {
      replace(builder(
          endpoint -> endpoint.equals("a") ? null : CompletableFuture.completedFuture(null)));
      assertBothUnhealthyAndStillChecked();
    }

    @Test
    void isOneThatTakesTooLong() {
      List<CompletableFuture<Boolean>> stages = new ArrayList<>();
      replace(builder(endpoint -> {
            CompletableFuture<Boolean> stage = new CompletableFuture<>();
            stages.add(stage);
            return stage;
          })
          .healthCheckTimeout(Duration.ofSeconds(2)));
      while (stages.isEmpty()) {
        time.advance(Duration.ofMillis(1));
      }
      time.advance(Duration.ofMillis(1_999));
      assertThat(stages.get(0)).isNotDone();
      time.advance(Duration.ofMillis(1));
      assertThat(stages.get(0)).isCancelled();
      assertBothUnhealthyAndStillChecked();
    }

    private void assertBothUnhealthyAndStillChecked() {
      pass();
      time.advance(Duration.ofSeconds(3));
      assertThat(pool.snapshot().endpoints()).noneMatch(EndpointSnapshot::healthy);
      assertThat(time.pendingTimers()).isGreaterThanOrEqualTo(2);
    }
  }

  @Nested
  class ACheckThatIsUnderWay {
    private final Map<String, CompletableFuture<Boolean>> stages = new ConcurrentHashMap<>();

    private void begin() {
      replace(builder(endpoint -> {
            CompletableFuture<Boolean> stage = new CompletableFuture<>();
            stages.put(endpoint, stage);
            return stage;
          })
          .healthCheckTimeout(Duration.ofMinutes(1)));
      pass();
      assertThat(stages).containsOnlyKeys("a", "b");
    }

    @Test
    void isCancelledWithThePool() {
      begin();
      pool.close();
      pool.close();

      assertThat(stages.values()).allMatch(CompletableFuture::isCancelled);
      assertThat(time.pendingTimers()).isZero();
      assertThat(pool.snapshot().endpoints()).allMatch(EndpointSnapshot::healthy);
      assertThat(calls(pool, 2)).containsExactly("a", "b"); // the pool still serves
      pool.add("c");
      assertThat(time.pendingTimers()).isZero();
    }

    @Test
    void isCancelledWithItsEndpoint() {
      begin();
      pool.remove("a");

      assertThat(stages.get("a")).isCancelled();
      assertThat(stages.get("b")).isNotDone();
      assertThat(time.pendingTimers()).isOne(); // the timeout of "b"
      assertThat(events).hasSize(1);
    }

    @Test
    void isWaitedForBeforeTheNext() {
      begin();
      Map<String, CompletableFuture<Boolean>> first = Map.copyOf(stages);
      time.advance(Duration.ofSeconds(40));
      assertThat(stages).isEqualTo(first);
      first.values().forEach(stage -> stage.complete(true));
      pass();
      assertThat(stages.values()).doesNotContainAnyElementsOf(first.values());
    }
  }

  @Test
  void aCheckThatCannotBeCancelledIsNotHeardAfterItsTimeout() {
    List<CompletableFuture<Boolean>> stages = new ArrayList<>();
    replace(builder(endpoint -> {
      CompletableFuture<Boolean> stage = new Stubborn();
      stages.add(stage);
      return stage;
    }));
    pass();
    time.advance(Duration.ofSeconds(1));
    assertThat(pool.snapshot().endpoints()).noneMatch(EndpointSnapshot::healthy);
    stages.forEach(stage -> stage.complete(true));
    assertThat(pool.snapshot().endpoints()).noneMatch(EndpointSnapshot::healthy);
  }

  private static final class Stubborn extends CompletableFuture<Boolean> {
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      throw new UnsupportedOperationException("cancel");
    }
  }

  @Test
  void anEndpointThatJoinsIsCheckedToo() {
    health.put("c", false);
    pool.add("c");
    pass();
    assertThat(reading(pool, "c").healthy()).isFalse();
    pool.remove("c");
    pool.add("c");
    assertThat(reading(pool, "c").healthy()).isTrue();
  }

  @Test
  void whereAllAreUnhealthyThereIsPanic() {
    replace(builder(endpoint -> CompletableFuture.completedFuture(false)).panicThreshold(0.5));
    pass();
    assertThat(calls(pool, 2)).containsExactlyInAnyOrder("a", "b");
    assertThat(pool.snapshot().panicking()).isTrue();
  }
}
