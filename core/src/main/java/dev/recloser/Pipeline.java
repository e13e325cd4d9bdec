package dev.recloser;

import dev.recloser.bulkhead.Bulkhead;
import dev.recloser.check.Argument;
import dev.recloser.check.Early;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.ratelimiter.RateLimiter;
import dev.recloser.retry.Retry;
import dev.recloser.time.TimeSource;
import dev.recloser.timeout.Timeout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Policies around a call, outermost first.
 *
 * <pre>{@code
 * Pipeline pipeline = Pipeline.builder("inventory") // outermost first
 *     .retry(retry)
 *     .circuitBreaker(breaker)
 *     .timeout(Duration.ofSeconds(2))
 *     .build();
 * String body = pipeline.call(() -> client.get(sku));
 * }</pre>
 *
 * <p>It is linked once, when it is built, and then shared by all callers: safe for use by many threads. It has no type; a
 * fallback has one, so it comes with the call or fixes the type ({@link #withFallback}), and is outermost.
 */
public final class Pipeline {

  static {
    Early.initialize(PipelineFallbacks.class);
  }

  private final String name;
  private final List<Policy> policies;
  private final List<ContextPropagator> propagators;
  private final Next first;
  private volatile boolean disabled;

  private Pipeline(Builder builder) {
    this.name = builder.name;
    this.policies = builder.policies();
    PipelineRules.check(policies);
    this.propagators = List.copyOf(builder.propagators);
    Next next = Next.task();
    for (int i = policies.size() - 1; i >= 0; i--) {
      next = new Next.Link(policies.get(i), next);
    }
    this.first = next;
  }

  /**
   * Returns a builder without any policy.
   *
   * @param name what policies made by the builder are called; not blank
   */
  public static Builder builder(String name) {
    return new Builder(Argument.notBlank("name", name));
  }

  /**
   * Returns what suits most calls of a service: a total timeout of 30 s, a retry, a circuit breaker, a rate limiter of
   * 1,000 calls a second with bursts of as many, a timeout of 10 s an attempt, and a bulkhead of 100 calls at once. The
   * retry and the breaker have their defaults. If a number does not suit, build your own.
   *
   * @param name what the pipeline and its policies are called, the timeouts with {@code .total} and {@code .attempt}
   *     behind it; not blank
   */
  public static Pipeline standard(String name) {
    return standard(name, TimeSource.system());
  }

  /**
   * Returns the {@linkplain #standard(String) standard pipeline} on another time source, for tests.
   *
   * @param name what the pipeline and its policies are called; not blank
   * @param time what they run on
   */
  public static Pipeline standard(String name, TimeSource time) {
    return StandardPipeline.of(Argument.notBlank("name", name), Argument.notNull("time", time));
  }

  /**
   * Runs the task through the policies.
   *
   * @param task the task
   * @param <T> the type of its value
   * @param <E> what it may throw
   * @return the value
   * @throws E what the task throws
   * @throws RejectedException if a policy refuses the call
   * @throws TimeoutExceededException if it did not end in time
   */
  public <T extends @Nullable Object, E extends Exception> T call(CheckedSupplier<T, E> task)
      throws E {
    Argument.notNull("task", task);
    return first().call(task);
  }

  /**
   * Runs a task that is told of its call: which attempt it is, and how much time is left.
   *
   * @param task the task
   * @param <T> the type of its value
   * @param <E> what it may throw
   * @return the value
   * @throws E what the task throws
   */
  public <T extends @Nullable Object, E extends Exception> T callWith(
      CheckedFunction<Call, T, E> task) throws E {
    Argument.notNull("task", task);
    return first().call(() -> task.apply(Call.current()));
  }

  /**
   * Runs a task without a result through the policies.
   *
   * @param task the task
   * @param <E> what it may throw
   * @throws E what the task throws
   */
  public <E extends Exception> void run(CheckedRunnable<E> task) throws E {
    Argument.notNull("task", task);
    boolean unused = first().call(() -> {
      task.run();
      return true;
    });
  }

  /**
   * Runs the task through the policies; if that gives no result, returns what a function makes of the reason.
   *
   * @param task the task
   * @param otherwise the function; it is not asked for exceptions that say nothing about the dependency: those that a
   *     breaker of this pipeline does not count as failures or, without a breaker, errors, interruption and cancellation
   * @param <T> the type of the value
   * @param <E> what task and function may throw
   * @return the value of the task, or of the function
   * @throws E what the task throws, or the function
   */
  public <T extends @Nullable Object, E extends Exception> T callOrElse(
      CheckedSupplier<? extends T, E> task,
      CheckedFunction<? super FallbackReason, ? extends T, E> otherwise)
      throws E {
    Argument.notNull("task", task);
    Argument.notNull("otherwise", otherwise);
    try {
      return first().call(task);
    } catch (Throwable failure) {
      if (!PipelineFallbacks.takes(failure, policies)) {
        throw failure;
      }
      return otherwise.apply(FallbackReason.of(failure));
    }
  }

  /**
   * Starts the task through the policies. Never blocks and never throws what comes of the task: that is a failed future,
   * with the raw cause. Cancelling the future cancels what runs and stops retries.
   *
   * @param task the task
   * @param <T> the type of its value
   * @return the future of the value
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(
      CheckedSupplier<? extends CompletionStage<T>, ?> task) {
    Argument.notNull("task", task);
    return propagators.isEmpty()
        ? first().callAsync(task)
        : startWithin(contexts -> first().callAsync(contexts.around(task)));
  }

  /**
   * Starts the task through the policies; if that gives no result, the future completes with what a function makes of the
   * reason.
   *
   * @param task the task
   * @param otherwise the function, asked as in {@link #callOrElse}
   * @param <T> the type of the value
   * @return the future of the value
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsyncOrElse(
      CheckedSupplier<? extends CompletionStage<T>, ?> task,
      Function<? super FallbackReason, ? extends T> otherwise) {
    Argument.notNull("task", task);
    Argument.notNull("otherwise", otherwise);
    return startWithin(contexts -> AsyncFallback.start(
        first().callAsync(contexts.around(task)),
        failure -> PipelineFallbacks.takes(failure, policies),
        reason -> contexts.within(() -> otherwise.apply(reason))));
  }

  /**
   * Returns this pipeline with a fallback, which fixes the type of its calls.
   *
   * @param fallback what makes a value of the reason why there is none
   * @param <T> the type of the value
   */
  public <T extends @Nullable Object> PipelineWithFallback<T> withFallback(
      Function<? super FallbackReason, ? extends T> fallback) {
    return new PipelineWithFallback<>(this, Argument.notNull("fallback", fallback));
  }

  /** Returns the name. */
  public String name() {
    return name;
  }

  /** Returns the policies, outermost first. */
  public List<Policy> policies() {
    return policies;
  }

  /** Lets all calls that start from now on pass without any of the policies, until {@link #enable}. */
  public void disable() {
    disabled = true;
  }

  /** Ends what {@link #disable} began. */
  public void enable() {
    disabled = false;
  }

  /** Returns the order, such as {@code Pipeline[inventory: Retry[…] > CircuitBreaker[…] > task]}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("Pipeline[").append(name).append(": ");
    policies.forEach(policy -> text.append(policy).append(" > "));
    return text.append("task]").toString();
  }

  private <T extends @Nullable Object> CompletableFuture<T> startWithin(
      Function<CapturedContexts, CompletableFuture<T>> start) {
    CapturedContexts contexts;
    try {
      contexts = CapturedContexts.of(propagators);
    } catch (Throwable fault) {
      return CompletableFuture.failedFuture(fault);
    }
    return start.apply(contexts);
  }

  private Next first() {
    return disabled ? Next.task() : first;
  }

  /** Builds a {@link Pipeline}. Policies are added outermost first. */
  public static final class Builder {
    private final String name;
    private final List<Function<TimeSource, Policy>> policies = new ArrayList<>();
    private final List<ContextPropagator> propagators = new ArrayList<>();
    private boolean hasRetry;
    private TimeSource timeSource = TimeSource.system();

    private Builder(String name) {
      this.name = name;
    }

    /**
     * Adds a policy further in.
     *
     * @param policy the policy, perhaps one of your own
     */
    public Builder policy(Policy policy) {
      Argument.notNull("policy", policy);
      policies.add(time -> policy);
      hasRetry |= policy instanceof Retry;
      return this;
    }

    /**
     * Adds a retry further in.
     *
     * @param retry the retry
     */
    public Builder retry(Retry retry) {
      return policy(Argument.notNull("retry", retry));
    }

    /**
     * Adds a circuit breaker further in.
     *
     * @param breaker the breaker
     */
    public Builder circuitBreaker(CircuitBreaker breaker) {
      return policy(Argument.notNull("circuitBreaker", breaker));
    }

    /**
     * Adds a bulkhead further in.
     *
     * @param bulkhead the bulkhead
     */
    public Builder bulkhead(Bulkhead bulkhead) {
      return policy(Argument.notNull("bulkhead", bulkhead));
    }

    /**
     * Adds a rate limiter further in.
     *
     * @param limiter the rate limiter
     */
    public Builder rateLimiter(RateLimiter limiter) {
      return policy(Argument.notNull("rateLimiter", limiter));
    }

    /**
     * Adds a timeout further in. Outside of a retry it limits the call as a whole, inside it limits each attempt.
     *
     * @param timeout the timeout
     */
    public Builder timeout(Timeout timeout) {
      return policy(Argument.notNull("timeout", timeout));
    }

    /**
     * Adds a timeout further in, which runs on the pipeline's {@link #timeSource}. It has the pipeline's name, followed by
     * {@code .attempt} within a retry, and else by {@code .total}.
     *
     * @param limit how long what lies within may take, positive
     */
    public Builder timeout(Duration limit) {
      Timeout.Builder timeout =
          Timeout.builder(name + (hasRetry ? ".attempt" : ".total")).limit(limit);
      policies.add(time -> timeout.timeSource(time).build());
      return this;
    }

    /**
     * Sets what timeouts run on that are added as a duration, before or after this. Default: {@link TimeSource#system()}.
     *
     * @param timeSource the time source
     */
    public Builder timeSource(TimeSource timeSource) {
      this.timeSource = Argument.notNull("timeSource", timeSource);
      return this;
    }

    /**
     * Adds what carries a context of the calling thread to where async calls go on.
     *
     * @param propagator what captures and restores it
     */
    public Builder propagate(ContextPropagator propagator) {
      propagators.add(Argument.notNull("propagate", propagator));
      return this;
    }

    /**
     * Builds the pipeline.
     *
     * @throws IllegalArgumentException if the policies cannot work in this order; both of a pair are named
     */
    public Pipeline build() {
      return new Pipeline(this);
    }

    private List<Policy> policies() {
      return policies.stream().map(policy -> policy.apply(timeSource)).toList();
    }
  }
}
