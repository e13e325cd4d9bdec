package dev.recloser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.bulkhead.Bulkhead;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.Recovery;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.timeout.Timeout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Whoever gives a permit back does not run what others had waiting for it: not in its timeout, not in its probe. */
class ForeignTasksTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final List<String> log = new ArrayList<>();

  @Test
  void aProbeLetsNoCallOfOthersThroughUncounted() {
    Bulkhead bulkhead =
        Bulkhead.builder("b").maxConcurrent(1).queue(5).timeSource(time).build();
    CircuitBreaker breaker = CircuitBreaker.builder("c")
        .recovery(Recovery.consecutive(2))
        .timeSource(time)
        .build();
    Pipeline pipeline =
        Pipeline.builder("p").circuitBreaker(breaker).bulkhead(bulkhead).build();
    breaker.trip(Duration.ofSeconds(1), "test");
    time.advance(Duration.ofSeconds(1));

    CompletableFuture<Integer> others = pipeline.call(() -> {
      CompletableFuture<Integer> later = bulkhead.callAsync(() -> {
        breaker.callOrElse(() -> log.add("passed"), rejection -> log.add("refused"));
        return CompletableFuture.completedFuture(1);
      });
      assertThat(later).isNotDone();
      return later;
    });

    assertThat(log).isEmpty();
    CompletableFuture<Integer> probe = new CompletableFuture<>();
    var unused = breaker.callAsync(() -> probe);
    time.advance(Duration.ZERO);
    assertThat(others).isCompletedWithValue(1);
    assertThat(log).containsExactly("refused");
  }

  @Test
  void noCallTimesOutOverATaskOfOthersAndNoneIsInterruptedForIt() throws Exception {
    Bulkhead bulkhead = Bulkhead.builder("b")
        .maxConcurrent(1)
        .queue(5)
        .maxWait(Duration.ofMinutes(5))
        .build();
    Pipeline pipeline = Pipeline.builder("p")
        .timeout(Timeout.of("t", Duration.ofSeconds(5)))
        .bulkhead(bulkhead)
        .build();
    CompletableFuture<String> gate = new CompletableFuture<>();

    CompletableFuture<String> others = pipeline.call(() -> bulkhead.callAsync(() -> {
      String interrupted = Thread.currentThread().isInterrupted() ? "interrupted" : "undisturbed";
      return CompletableFuture.completedFuture(gate.get(20, TimeUnit.SECONDS) + interrupted);
    }));

    gate.complete("ran ");
    assertThat(others.get(20, TimeUnit.SECONDS)).isEqualTo("ran undisturbed");
  }

  @Test
  void nobodyIsHeldUpByATaskOfOthers() {
    Bulkhead bulkhead =
        Bulkhead.builder("b").maxConcurrent(1).queue(5).timeSource(time).build();
    CompletableFuture<Integer> stage = new CompletableFuture<>();
    var held = bulkhead.callAsync(() -> stage);
    for (int i = 0; i < 3; i++) {
      var unused = bulkhead.callAsync(() -> {
        log.add(Thread.currentThread().getName());
        return CompletableFuture.completedFuture(1);
      });
    }
    stage.complete(1);
    assertThat(held).isCompleted();
    bulkhead.disable();
    bulkhead.enable();
    assertThat(log).isEmpty();
    time.advance(Duration.ZERO);
    assertThat(log).hasSize(3);
  }
}
