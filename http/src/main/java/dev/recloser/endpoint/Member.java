package dev.recloser.endpoint;

import dev.recloser.circuitbreaker.CircuitBreaker;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** An endpoint of a pool, and all that the pool knows of it. An endpoint that is removed and added again is a new one. */
final class Member<E> {
  private static final int MOST_DOUBLINGS = 8;

  /** Finagle's: more than any average, so that of the endpoints nothing is known of each gets one call at first. */
  private static final double UNKNOWN = Long.MAX_VALUE >> 16;

  private final E endpoint;
  private final @Nullable CircuitBreaker breaker;
  private final Latency latency;
  private final Warmup warmup;
  private final Tally tally = new Tally();
  private final AtomicLong turn = new AtomicLong();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicInteger failuresInRow = new AtomicInteger();
  private final LongAdder calls = new LongAdder();
  private final LongAdder failures = new LongAdder();

  /** Written by the outlier detection only, which lets in one thread at a time. */
  private volatile Standing standing;

  private volatile boolean healthy = true;

  Member(E endpoint, @Nullable CircuitBreaker breaker, Latency latency, Warmup warmup, long now) {
    this.endpoint = endpoint;
    this.breaker = breaker;
    this.latency = latency;
    this.warmup = warmup;
    this.standing = Standing.calm(now);
  }

  E endpoint() {
    return endpoint;
  }

  @Nullable
  CircuitBreaker breaker() {
    return breaker;
  }

  Warmup warmup() {
    return warmup;
  }

  Latency latency() {
    return latency;
  }

  /** Returns the number of its last turn. */
  AtomicLong turn() {
    return turn;
  }

  Standing standing() {
    return standing;
  }

  void standing(Standing next) {
    standing = next;
  }

  /** Returns whether its health checks pass. */
  boolean healthy() {
    return healthy;
  }

  void healthy(boolean next) {
    healthy = next;
  }

  /** Returns whether it is left out neither for its outcomes nor for its health checks. */
  boolean inRotation() {
    return healthy && !standing.ejected();
  }

  /** Returns whether it is in rotation, and no breaker refuses all its calls. */
  boolean well() {
    return inRotation() && !refusing();
  }

  private boolean refusing() {
    if (breaker == null) {
      return false;
    }
    CircuitBreaker.State state = breaker.state();
    return state == CircuitBreaker.State.OPEN || state == CircuitBreaker.State.FORCED_OPEN;
  }

  int inFlight() {
    return inFlight.get();
  }

  int failuresInRow() {
    return failuresInRow.get();
  }

  long calls() {
    return calls.sum();
  }

  long failures() {
    return failures.sum();
  }

  /** Returns what one more call would cost, as {@link Choice#peakEwma} reckons it. */
  double cost(long now) {
    int pending = inFlight.get();
    int doublings = Math.min(failuresInRow.get(), MOST_DOUBLINGS);
    double unknown = pending == 0 ? 0 : UNKNOWN + pending;
    OptionalDouble average = pending == 0 ? latency.nanos(now) : latency.lastNanos();
    return average.isEmpty() ? unknown : average.getAsDouble() * (pending + 1) * (1 << doublings);
  }

  /** Returns whether what is known of its latency is old, and no call is about to renew it. */
  boolean isOverdue(long now) {
    return inFlight.get() == 0 && latency.isOld(now);
  }

  /** Counts a call in, before it is known whether its breaker lets it pass. */
  void entered() {
    inFlight.incrementAndGet();
  }

  /** Counts a call out. */
  void left() {
    inFlight.decrementAndGet();
  }

  void admitted() {
    calls.increment();
  }

  /** Takes note of a call that was given up: of its duration alone. */
  void givenUp(long nanos, long now) {
    latency.givenUp(nanos, now);
  }

  void succeeded(long nanos, long now) {
    if (failuresInRow.get() != 0) {
      failuresInRow.set(0);
    }
    latency.succeeded(nanos, now);
    tally.succeeded();
  }

  void failed(long nanos, long now) {
    failures.increment();
    failuresInRow.accumulateAndGet(1, (run, one) -> run == Integer.MAX_VALUE ? run : run + one);
    latency.failed(nanos, now);
    tally.failed();
  }

  /** Returns what was counted since the last time it was asked. */
  Tally.Counts takeTally() {
    return tally.take();
  }

  /** Lets it back in, with nothing held against it but its multiplier. */
  void readmit(long now) {
    failuresInRow.set(0);
    tally.take();
    warmup.start(now);
    standing = standing.readmitted();
  }
}
