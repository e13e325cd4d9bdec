package dev.recloser;

import dev.recloser.check.Argument;
import dev.recloser.time.TimeSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many retries may be added to the load: a share of the calls, and a few a second besides.
 *
 * <p>It is a bucket of tokens that starts full. Each first attempt deposits a part of a token, each retry withdraws
 * one; a slow refill keeps quiet callers able to retry. When the bucket is empty, retries are refused until the
 * calls, or the time, have paid for them. One budget may be shared by several policies, which then do not multiply
 * each other's retries. Safe for use by many threads; it never blocks.
 *
 * <p>After the retry budget of Finagle, with a bucket in place of its sliding window.
 */
public final class RetryBudget {

  /*
   * The balance is kept in billionths of a token, so that a token a second is one unit a nanosecond. Balance and
   * time of the last refill are two variables: whoever moves the time adds the refill for exactly the span it moved
   * over, so no span is credited twice, and a deposit need not read the clock. Fractions of a unit are not lost however
   * often somebody asks, since what a span adds is the difference of two totals counted from the start.
   */

  private static final long UNITS = 1_000_000_000L;
  private static final RetryBudget UNLIMITED = new RetryBudget();

  private final TimeSource time;
  private final long capacity;
  private final long deposit;
  private final double refillPerNano;
  private final long start;
  private final AtomicLong balance;
  private final AtomicLong refilledAt;

  private RetryBudget() {
    this.time = TimeSource.system();
    this.capacity = Long.MAX_VALUE;
    this.deposit = 0;
    this.refillPerNano = 0;
    this.start = 0;
    this.balance = new AtomicLong(Long.MAX_VALUE);
    this.refilledAt = new AtomicLong();
  }

  private RetryBudget(Builder builder) {
    this.time = builder.timeSource;
    this.capacity = builder.capacity * UNITS;
    this.deposit = Math.round(builder.depositPerCall * UNITS);
    this.refillPerNano = builder.refillPerSecond;
    this.balance = new AtomicLong(capacity);
    this.start = time.nanoTime();
    this.refilledAt = new AtomicLong(start);
  }

  /** Returns the budget that refuses nothing. */
  public static RetryBudget unlimited() {
    return UNLIMITED;
  }

  /** Returns a builder holding the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Pays in for one first attempt. */
  public void deposit() {
    if (balance.get() < capacity) {
      add(deposit);
    }
  }

  /** Takes one token for a retry if there is one; returns whether there was. */
  public boolean tryWithdraw() {
    if (this == UNLIMITED) {
      return true;
    }
    refill();
    while (true) {
      long before = balance.get();
      if (before < UNITS) {
        return false;
      }
      if (balance.compareAndSet(before, before - UNITS)) {
        return true;
      }
    }
  }

  /** Returns how many retries could be withdrawn now; {@link Long#MAX_VALUE} when unlimited. */
  public long available() {
    if (this == UNLIMITED) {
      return Long.MAX_VALUE;
    }
    refill();
    return balance.get() / UNITS;
  }

  private void refill() {
    long last = refilledAt.get();
    long now = time.nanoTime();
    if (now - last > 0 && refilledAt.compareAndSet(last, now)) {
      double units = refilledBy(now) - refilledBy(last);
      add((long) Math.max(0, Math.min((double) capacity, units)));
    }
  }

  private double refilledBy(long instant) {
    return Math.floor((instant - start) * refillPerNano);
  }

  private void add(long units) {
    while (true) {
      long before = balance.get();
      long after = before >= capacity - units ? capacity : before + units;
      if (before == after || balance.compareAndSet(before, after)) {
        return;
      }
    }
  }

  @Override
  public String toString() {
    return this == UNLIMITED
        ? "RetryBudget.unlimited()"
        : "RetryBudget[available=" + available() + "]";
  }

  /** Builds a {@link RetryBudget}; what is not set keeps its default. */
  public static final class Builder {
    private static final int MOST = 1_000_000_000;

    private int capacity = 100;
    private double depositPerCall = 0.2;
    private double refillPerSecond = 10;
    private TimeSource timeSource = TimeSource.system();

    private Builder() {}

    /**
     * Sets how many tokens the bucket holds, which is how many retries may come in a burst. Default: 100.
     *
     * @param capacity the number of tokens, from 1 to 1,000,000,000
     */
    public Builder capacity(int capacity) {
      this.capacity = capacity;
      return this;
    }

    /**
     * Sets what each first attempt pays in. Default: 0.2, so that retries add a fifth to the load at the most.
     *
     * @param depositPerCall the part of a token, from 0 to 1,000
     */
    public Builder depositPerCall(double depositPerCall) {
      this.depositPerCall = depositPerCall;
      return this;
    }

    /**
     * Sets how many tokens a second come by themselves. Default: 10.
     *
     * @param refillPerSecond the number of tokens, from 0 to 1,000,000,000
     */
    public Builder refillPerSecond(double refillPerSecond) {
      this.refillPerSecond = refillPerSecond;
      return this;
    }

    /**
     * Sets the time that the refill runs on. Default: {@link TimeSource#system()}.
     *
     * @param timeSource the time source
     */
    public Builder timeSource(TimeSource timeSource) {
      this.timeSource = timeSource;
      return this;
    }

    /**
     * Builds the budget, full.
     *
     * @throws IllegalArgumentException if a setting is out of its range
     */
    public RetryBudget build() {
      Argument.require(
          capacity >= 1 && capacity <= MOST, "capacity", "must be in [1, " + MOST + "]", capacity);
      Argument.require(
          depositPerCall >= 0 && depositPerCall <= 1000,
          "depositPerCall",
          "must be in [0, 1000]",
          depositPerCall);
      Argument.require(
          refillPerSecond >= 0 && refillPerSecond <= MOST,
          "refillPerSecond",
          "must be in [0, " + MOST + "]",
          refillPerSecond);
      Argument.notNull("timeSource", timeSource);
      return new RetryBudget(this);
    }
  }
}
