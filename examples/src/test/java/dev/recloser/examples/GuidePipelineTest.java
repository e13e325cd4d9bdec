package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.recloser.Backoff;
import dev.recloser.Call;
import dev.recloser.CheckedSupplier;
import dev.recloser.ContextPropagator;
import dev.recloser.FallbackReason;
import dev.recloser.Next;
import dev.recloser.Pipeline;
import dev.recloser.PipelineWithFallback;
import dev.recloser.Policy;
import dev.recloser.TimeoutExceededException;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.retry.Retry;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.timeout.Timeout;
import dev.recloser.timeout.TimeoutEvent;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The code of the guide pages on the pipeline and on the timeout. */
class GuidePipelineTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final Inventory client = new Inventory();
  private final CircuitBreaker breaker = CircuitBreaker.builder("inventory")
      .tripWhen(TripRule.consecutiveFailures(5))
      .timeSource(time)
      .build();
  private final Retry retry = Retry.builder("inventory")
      .backoff(Backoff.fixed(Duration.ofMillis(100)))
      .timeSource(time)
      .build();
  private final List<String> log = new ArrayList<>();

  private Pipeline pipeline() {
    // docs: pipeline-builder
    Pipeline pipeline = Pipeline.builder("inventory") // outermost first
        .timeSource(time)
        .timeout(Duration.ofSeconds(10)) // all attempts together
        .retry(retry)
        .circuitBreaker(breaker)
        .timeout(Duration.ofSeconds(2)) // each attempt
        .build();
    // end
    return pipeline;
  }

  @Test
  void aPipelineGuardsACall() throws IOException {
    Pipeline pipeline = pipeline();

    // docs: pipeline-call
    String body = pipeline.call(() -> client.get("sku-42"));
    // end

    assertThat(body).isEqualTo("7 of sku-42");
  }

  @Test
  void aTaskIsToldOfItsCall() throws IOException {
    Pipeline pipeline = pipeline();

    // docs: pipeline-call-with
    String body = pipeline.callWith(call -> {
      log.add("attempt " + call.attempt() + ", " + call.remaining().toSeconds() + " s left");
      return client.get("sku-42");
    });
    // end

    assertThat(body).isEqualTo("7 of sku-42");
    assertThat(log).containsExactly("attempt 1, 2 s left");
  }

  @Test
  void aFallbackKnowsTheReason() throws IOException {
    Pipeline pipeline = pipeline();
    client.goDown();

    // docs: pipeline-call-or-else
    String body =
        pipeline.callOrElse(() -> client.get("sku-42"), reason -> cached("sku-42", reason));
    // end

    assertThat(body).isEqualTo("3 of sku-42, as of yesterday");
    assertThat(log).containsExactly("failed: no answer");
    breaker.forceOpen();
    pipeline.callOrElse(() -> client.get("sku-42"), reason -> cached("sku-42", reason));
    assertThat(log.get(1)).isEqualTo("rejected by inventory");
  }

  // docs: pipeline-reason
  private String cached(String sku, FallbackReason reason) {
    if (reason instanceof FallbackReason.Rejected rejected) {
      log.add("rejected by " + rejected.cause().policyName());
    } else if (reason instanceof FallbackReason.TimedOut timedOut) {
      log.add("timed out after " + timedOut.cause().timeout());
    } else {
      log.add("failed: " + reason.cause().getMessage());
    }
    return "3 of " + sku + ", as of yesterday";
  }
  // end

  @Test
  void aFallbackMayBePartOfThePipeline() throws IOException {
    Pipeline pipeline = pipeline();
    client.goDown();

    // docs: pipeline-with-fallback
    PipelineWithFallback<String> guarded = pipeline
        .<String>withFallback(reason -> {
          throw new IllegalStateException("the cache is empty");
        })
        .orElse(reason -> "unknown");

    String body = guarded.call(() -> client.get("sku-42"));
    // end

    assertThat(body).isEqualTo("unknown");
  }

  @Test
  void asyncCallsGoThroughTheSamePolicies() {
    Pipeline pipeline = pipeline();

    // docs: pipeline-call-async
    CompletableFuture<String> later = pipeline.callAsync(() -> client.getAsync("sku-42"));
    // end

    assertThat(later).isCompletedWithValue("7 of sku-42");
  }

  @Test
  void anAsyncCallMayHaveAFallback() {
    Pipeline pipeline = pipeline();
    client.goDown();

    // docs: pipeline-call-async-or-else
    CompletableFuture<String> later = pipeline.callAsyncOrElse(
        () -> client.getAsync("sku-42"), reason -> cached("sku-42", reason));
    // end

    time.advance(Duration.ofSeconds(10));
    assertThat(later).isCompletedWithValue("3 of sku-42, as of yesterday");
  }

  // docs: pipeline-own-policy
  /** Writes down each call and how it ended. */
  record Logged(String name, List<String> log) implements Policy {

    @Override
    public <T extends @Nullable Object, E extends Exception> T call(
        Next next, CheckedSupplier<T, E> task) throws E {
      try {
        T result = next.call(task);
        log.add(name + ": well");
        return result;
      } catch (Throwable failure) {
        log.add(name + ": " + failure.getMessage());
        throw failure;
      }
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
        Next next, CheckedSupplier<? extends CompletionStage<T>, ?> task) {
      CompletableFuture<T> future = next.callAsync(task);
      var unused = future.whenComplete((result, failure) ->
          log.add(name + ": " + (failure == null ? "well" : failure.getMessage())));
      return future;
    }
  }
  // end

  @Test
  void aPolicyOfOnesOwn() throws IOException {
    // docs: pipeline-own-policy-use
    Pipeline pipeline = Pipeline.builder("inventory")
        .policy(new Logged("inventory", log))
        .circuitBreaker(breaker)
        .build();
    // end

    pipeline.run(() -> client.get("sku-42"));
    assertThat(pipeline.callAsync(() -> client.getAsync("sku-42"))).isCompleted();
    assertThat(log).containsExactly("inventory: well", "inventory: well");
  }

  @Test
  void aContextGoesAlong() {
    ThreadLocal<@Nullable String> requestId = new ThreadLocal<>();

    // docs: pipeline-context
    ContextPropagator propagator = () -> {
      String captured = requestId.get();
      return () -> {
        String before = requestId.get();
        requestId.set(captured);
        return () -> requestId.set(before);
      };
    };
    Pipeline pipeline =
        Pipeline.builder("inventory").retry(retry).propagate(propagator).build();
    // end

    requestId.set("request 7");
    CompletableFuture<String> future = pipeline.callAsync(() -> {
      log.add(String.valueOf(requestId.get()));
      return CompletableFuture.failedFuture(new IOException());
    });
    requestId.set("another");
    time.advance(Duration.ofSeconds(1));
    assertThat(future).isCompletedExceptionally();
    assertThat(log).containsExactly("request 7", "request 7", "request 7");
    assertThat(requestId.get()).isEqualTo("another");
  }

  @Test
  void aTimeoutEndsWhatTakesTooLong() {
    // docs: timeout
    Timeout timeout = Timeout.builder("inventory")
        .limit(Duration.ofSeconds(2))
        .timeSource(time)
        .build();
    timeout.on(TimeoutEvent.TimedOut.class, event -> log.add("gave up after " + event.timeout()));
    // end

    assertThatExceptionOfType(TimeoutExceededException.class)
        .isThrownBy(() -> timeout.run(() -> time.sleep(Duration.ofMinutes(1))));
    assertThat(log).containsExactly("gave up after PT2S");
  }

  @Test
  void aTimeoutMayDependOnTheCall() {
    // docs: timeout-per-call
    Timeout timeout = Timeout.builder("inventory")
        .limit(
            call -> call.priority() == Call.Priority.BACKGROUND
                ? Duration.ofMinutes(1)
                : Duration.ofSeconds(2),
            Duration.ofSeconds(2))
        .timeSource(time)
        .build();
    // end

    // docs: call-priority
    Call before = Call.enter(Call.current().withPriority(Call.Priority.BACKGROUND));
    try {
      timeout.run(() -> time.advance(Duration.ofSeconds(30)));
    } finally {
      Call.enter(before);
    }
    // end

    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(30));
  }
}
