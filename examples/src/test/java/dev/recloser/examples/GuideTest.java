package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerConfig;
import dev.recloser.circuitbreaker.CircuitOpenException;
import dev.recloser.circuitbreaker.Permit;
import dev.recloser.circuitbreaker.Recovery;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.time.ManualTimeSource;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The guide to the circuit breaker: how to make one, and how to call through it. */
class GuideTest {
  private final Inventory client = new Inventory();
  private final ManualTimeSource time = new ManualTimeSource();
  private final String sku = "sku-42";

  /** There is no such product. */
  private static final class NotFoundException extends IOException {
    private static final long serialVersionUID = 1L;

    NotFoundException() {
      super("not found");
    }
  }

  @Test
  void aBreakerIsBuilt() {
    // docs: breaker-builder
    CircuitBreaker breaker = CircuitBreaker.builder("inventory")
        .tripWhen(
            TripRule.failureRate(0.5).overCalls(100).minimumCalls(20),
            TripRule.consecutiveFailures(10))
        .cooldown(Backoff.exponential(Duration.ofSeconds(10), 2.0, Duration.ofMinutes(5))
            .withJitter(0.1))
        .recovery(Recovery.probes(5))
        .ignore(NotFoundException.class)
        .build();
    // end

    for (int i = 0; i < 10; i++) {
      assertThatThrownBy(() -> breaker.run(() -> {
            throw new NotFoundException();
          }))
          .isInstanceOf(NotFoundException.class);
    }
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
    assertThat(breaker.snapshot().ignored()).isEqualTo(10);

    client.goDown();
    failTimes(breaker, 10);
    assertThat(breaker.state()).isEqualTo(State.OPEN);
  }

  @Test
  void aBreakerIsMadeInOneLine() {
    // docs: breaker-defaults
    CircuitBreaker breaker = CircuitBreaker.ofDefaults("inventory");
    // end
    assertThat(breaker.config()).isEqualTo(CircuitBreakerConfig.ofDefaults());

    // docs: breaker-classic
    CircuitBreaker classic =
        CircuitBreaker.ofConsecutiveFailures("inventory", 5, Duration.ofSeconds(30));
    // end
    assertThat(classic.config().tripRules()).containsExactly(TripRule.consecutiveFailures(5));
  }

  @Test
  void settingsAreShared() {
    // docs: breaker-config
    CircuitBreakerConfig config = CircuitBreakerConfig.builder()
        .tripWhen(TripRule.failureRate(0.2).over(Duration.ofMinutes(1)))
        .cooldown(Backoff.fixed(Duration.ofSeconds(5)))
        .build();

    CircuitBreaker inventory = CircuitBreaker.of("inventory", config);
    CircuitBreaker prices = CircuitBreaker.of(
        "prices", config.toBuilder().recovery(Recovery.consecutive(2)).build());
    // end

    assertThat(inventory.config()).isEqualTo(config);
    assertThat(prices.config().tripRules()).isEqualTo(config.tripRules());
    assertThat(prices.config().recovery()).isEqualTo(Recovery.consecutive(2));
  }

  @Test
  void aSlowDependencyTripsToo() {
    // docs: breaker-slow-calls
    CircuitBreaker breaker = CircuitBreaker.builder("inventory")
        .tripWhen(
            TripRule.failureRate(0.5).over(Duration.ofSeconds(30)).minimumCalls(10),
            TripRule.slowCallRate(0.8, Duration.ofSeconds(2)).overCalls(20))
        .timeSource(time)
        .build();
    // end

    for (int i = 0; i < 20; i++) {
      breaker.run(() -> time.advance(Duration.ofSeconds(2)));
    }
    assertThat(breaker.state()).isEqualTo(State.OPEN);
  }

  @Test
  void whatIsAFailureIsSaid() {
    // docs: breaker-outcomes
    CircuitBreaker breaker = CircuitBreaker.builder("inventory")
        .failOn(IOException.class) // now other exceptions are answers, and so successes
        .ignore(FileNotFoundException.class) // counts for nothing: the more specific type wins
        .failOnResult(result -> result == null || result.equals("maintenance"))
        .build();
    // end

    assertThat(breaker.call(() -> "maintenance")).isEqualTo("maintenance");
    assertThatThrownBy(() -> breaker.run(() -> {
          throw new FileNotFoundException();
        }))
        .isInstanceOf(FileNotFoundException.class);
    assertThatThrownBy(() -> breaker.run(() -> {
          throw new IllegalStateException();
        }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(breaker.snapshot().failures()).isEqualTo(1);
    assertThat(breaker.snapshot().ignored()).isEqualTo(1);
    assertThat(breaker.snapshot().rules().get(0).calls()).isEqualTo(2);
  }

  @Test
  void aCallIsGuarded() throws Exception {
    CircuitBreaker breaker = CircuitBreaker.ofDefaults("inventory");

    // docs: breaker-call
    String body = breaker.call(() -> client.get(sku)); // throws IOException, as the client does
    // end
    assertThat(body).isEqualTo("7 of sku-42");

    // docs: breaker-run
    breaker.run(() -> client.delete(sku));
    // end
    assertThat(client.requests()).isEqualTo(2);

    // docs: breaker-callable
    Callable<String> task = () -> client.get(sku);
    String result = breaker.call(task::call); // throws Exception, as a Callable does
    // end
    assertThat(result).isEqualTo("7 of sku-42");
  }

  @Test
  void aRefusedCallTakesASecondPath() throws IOException {
    CircuitBreaker breaker = CircuitBreaker.ofDefaults("inventory");
    assertThat(callOrCached(breaker)).isEqualTo("7 of sku-42");

    breaker.trip(Duration.ofMinutes(1), "deploy");
    assertThat(callOrCached(breaker)).isEqualTo("cached sku-42");

    breaker.reset();
    client.goDown();
    assertThatIOException().isThrownBy(() -> callOrCached(breaker));
  }

  private String callOrCached(CircuitBreaker breaker) throws IOException {
    // docs: breaker-call-or-else
    String body = breaker.callOrElse(() -> client.get(sku), rejection -> cached(sku));
    // end
    return body;
  }

  @Test
  void aRefusalSaysWhyAndForHowLong() throws IOException {
    CircuitBreaker breaker = Classic.breaker(5, Duration.ofSeconds(30), time);
    client.goDown();
    failTimes(breaker, 5);
    time.advance(Duration.ofSeconds(10));

    String answer;
    // docs: breaker-rejection
    try {
      answer = breaker.call(() -> client.get(sku));
    } catch (CircuitOpenException e) {
      answer = e.policyName() + " is " + e.state() + " because of " + e.reason() + "; retry in "
          + e.retryAfter().orElse(Duration.ZERO).toSeconds() + " s";
    }
    // end

    assertThat(answer)
        .isEqualTo(
            "remote is OPEN because of consecutiveFailures(5) at 5 of 5 calls; retry in 20 s");
  }

  @Test
  void aStageIsGuarded() {
    CircuitBreaker breaker = CircuitBreaker.ofDefaults("inventory");

    // docs: breaker-call-async
    CompletableFuture<String> later = breaker.callAsync(() -> client.getAsync(sku));
    // end

    assertThat(later).isCompletedWithValue("7 of sku-42");
    breaker.forceOpen();
    assertThat(breaker.callAsync(() -> client.getAsync(sku))).isCompletedExceptionally();
    assertThat(client.requests()).isEqualTo(1);
  }

  @Test
  void aPermitIsSettledByHand() throws IOException {
    CircuitBreaker breaker = CircuitBreaker.ofDefaults("inventory");
    assertThat(withPermit(breaker)).isEqualTo("7 of sku-42");

    client.goDown();
    assertThatIOException().isThrownBy(() -> withPermit(breaker));
    assertThat(breaker.snapshot().rules().get(0).calls()).isEqualTo(2);
    assertThat(breaker.snapshot().failures()).isEqualTo(1);
  }

  private String withPermit(CircuitBreaker breaker) throws IOException {
    // docs: breaker-permit
    try (Permit permit = breaker.acquire()) {
      String body = client.get(sku);
      permit.succeeded();
      return body;
    } // closed unsettled, after a throw, it is a failure
    // end
  }

  @Test
  void aPermitMayBeRefusedWithoutAnException() throws IOException {
    CircuitBreaker breaker = CircuitBreaker.ofDefaults("inventory");
    assertThat(withPermitOrCached(breaker)).isEqualTo("7 of sku-42");

    breaker.forceOpen();
    assertThat(withPermitOrCached(breaker)).isEqualTo("cached sku-42");
    breaker.reset();
    client.goDown();
    assertThatIOException().isThrownBy(() -> withPermitOrCached(breaker));
    assertThat(breaker.snapshot().failures()).isEqualTo(1);
  }

  private String withPermitOrCached(CircuitBreaker breaker) throws IOException {
    // docs: breaker-try-acquire
    Optional<Permit> leave = breaker.tryAcquire();
    if (leave.isEmpty()) {
      return cached(sku);
    }
    try (Permit permit = leave.get()) {
      String body = client.get(sku);
      permit.succeeded(body); // a success, unless failOnResult calls it a failure
      return body;
    }
    // end
  }

  private void failTimes(CircuitBreaker breaker, int times) {
    for (int i = 0; i < times; i++) {
      assertThatIOException().isThrownBy(() -> breaker.run(() -> client.get(sku)));
    }
  }

  private static String cached(String sku) {
    return "cached " + sku;
  }
}
