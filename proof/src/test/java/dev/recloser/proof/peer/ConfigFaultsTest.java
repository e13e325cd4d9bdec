package dev.recloser.proof.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.Outcome;
import dev.recloser.circuitbreaker.CircuitBreakerConfig;
import dev.recloser.registry.Registry;
import dev.recloser.retry.Retry;
import dev.recloser.retry.RetryEvent;
import dev.recloser.time.ManualTimeSource;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.RetryConfig;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What settings mean, and where they come from; and what a listener may do. */
class ConfigFaultsTest {

  @Test
  @Experiment(
      value = "E25",
      peer =
          "a registry asked for a known name with other settings returns the old ones without a word",
      ours = "it fails and says so")
  void aKnownNameWithOtherSettingsFails() {
    CircuitBreakerRegistry theirs = CircuitBreakerRegistry.ofDefaults();
    var theirFirst =
        theirs.circuitBreaker("name", Theirs.config().slidingWindowSize(5).build());
    Registry ours = Registry.create();
    ours.config("one", CircuitBreakerConfig.ofConsecutiveFailures(1, Ours.COOLDOWN));
    ours.config("other", CircuitBreakerConfig.ofConsecutiveFailures(2, Ours.COOLDOWN));
    var ourFirst = ours.breaker("name", "one");

    assertThat(
            theirs.circuitBreaker("name", Theirs.config().slidingWindowSize(7).build()))
        .isSameAs(theirFirst);
    assertThat(ours.breaker("name", "one")).isSameAs(ourFirst);
    assertThatThrownBy(() -> ours.breaker("name", "other"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("name");
  }

  @Test
  @Experiment(
      value = "E40",
      peer = "settings made from others record what either names, and there is no way back",
      ours = "`failOn` adds as well; `defaultOutcomes()` starts anew")
  void outcomesCanBeSaidAnew() {
    var theirBase = Theirs.config().recordExceptions(IOException.class).build();
    var theirs = io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.from(theirBase)
        .recordExceptions(IllegalStateException.class)
        .build();
    CircuitBreakerConfig ours =
        CircuitBreakerConfig.builder().failOn(IOException.class).build();
    CircuitBreakerConfig added =
        ours.toBuilder().failOn(IllegalStateException.class).build();
    CircuitBreakerConfig anew =
        ours.toBuilder().defaultOutcomes().failOn(IllegalStateException.class).build();

    assertThat(theirs.getRecordExceptionPredicate().test(new IOException())).isTrue();
    assertThat(theirs.getRecordExceptionPredicate().test(new IllegalStateException()))
        .isTrue();
    assertThat(added.outcomeOf(new IOException())).isEqualTo(Outcome.FAILURE);
    assertThat(added.outcomeOf(new IllegalStateException())).isEqualTo(Outcome.FAILURE);
    assertThat(anew.outcomeOf(new IOException())).isEqualTo(Outcome.SUCCESS);
    assertThat(anew.outcomeOf(new IllegalStateException())).isEqualTo(Outcome.FAILURE);
  }

  @Test
  @Experiment(
      value = "E41",
      peer = "settings made from the defaults record everything, whatever they name",
      ours = "what is named alone is a failure")
  void whatIsNamedAloneIsAFailure() {
    var theirs = io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.from(
            io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.ofDefaults())
        .recordExceptions(IOException.class)
        .build();
    CircuitBreakerConfig ours =
        CircuitBreakerConfig.ofDefaults().toBuilder().failOn(IOException.class).build();

    assertThat(theirs.getRecordExceptionPredicate().test(new IllegalStateException()))
        .isTrue();
    assertThat(ours.outcomeOf(new IllegalStateException())).isEqualTo(Outcome.SUCCESS);
    assertThat(ours.outcomeOf(new IOException())).isEqualTo(Outcome.FAILURE);
  }

  @Test
  @Experiment(
      value = "E43b",
      peer =
          "a listener that throws when a call is retried ends the retry, and the caller gets its exception",
      ours = "what a listener throws is logged and changes nothing")
  void aFaultyListenerDoesNotEndARetry() {
    AtomicInteger ourAttempts = new AtomicInteger();
    Retry ours =
        Retry.builder("ours").maxAttempts(3).timeSource(new ManualTimeSource()).build();
    var unused = ours.on(RetryEvent.class, event -> {
      throw new UnsupportedOperationException("listener");
    });
    AtomicInteger theirAttempts = new AtomicInteger();
    var theirs = io.github.resilience4j.retry.Retry.of(
        "theirs",
        RetryConfig.custom()
            .maxAttempts(3)
            .intervalFunction(IntervalFunction.of(1))
            .build());
    theirs.getEventPublisher().onRetry(event -> {
      throw new UnsupportedOperationException("listener");
    });

    assertThatThrownBy(() -> theirs.executeRunnable(() -> fail(theirAttempts)))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> ours.run(() -> fail(ourAttempts)))
        .isInstanceOf(IllegalStateException.class);

    assertThat(theirAttempts).hasValue(1);
    assertThat(ourAttempts).hasValue(3);
  }

  private static void fail(AtomicInteger attempts) {
    attempts.incrementAndGet();
    throw new IllegalStateException("task");
  }
}
