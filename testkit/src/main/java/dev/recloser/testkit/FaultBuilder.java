package dev.recloser.testkit;

import dev.recloser.Call;
import dev.recloser.testkit.FaultCondition.Span;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/** Builds a {@link Fault}. Where nothing is said, it strikes every call. */
public final class FaultBuilder {
  private final String name;
  private FaultEffect effect;
  private final List<Span> spans = new ArrayList<>();
  private Predicate<Call> calls = call -> true;
  private double rate = 1;
  private RandomGenerator random = new Random(0);
  private TimeSource timeSource = TimeSource.system();
  private boolean on = true;

  FaultBuilder(String name, FaultEffect effect) {
    this.name = Argument.notBlank("name", name);
    this.effect = effect;
  }

  /**
   * Sets how long calls are delayed. Default: not at all, unless latency is what the fault is.
   *
   * @param delay how long, not negative
   */
  public FaultBuilder delay(Duration delay) {
    effect = effect.delayedBy(Argument.notNegative("delay", delay));
    return this;
  }

  /**
   * Lets calls reach the task first, and strikes on the way back: the work is done, and its answer is late, lost or
   * another. A call whose task throws passes untouched. Default: on the way there, unless results are changed.
   */
  public FaultBuilder afterTheTask() {
    effect = effect.afterTheTask();
    return this;
  }

  /**
   * Sets the share of calls that are struck. Default: 1.
   *
   * @param rate the share, in [0, 1]
   */
  public FaultBuilder rate(double rate) {
    Argument.require(rate >= 0 && rate <= 1, "rate", "must be in [0, 1]", rate);
    this.rate = rate;
    return this;
  }

  /**
   * Sets what decides which calls make up the share. Default: one with a fixed seed, so that every test run draws the
   * same numbers.
   *
   * @param random the source; where many threads call, one that they can share, as {@link Random} is
   */
  public FaultBuilder random(RandomGenerator random) {
    this.random = Argument.notNull("random", random);
    return this;
  }

  /**
   * Adds a span of time in which calls are struck, counted from {@link #build}. Default: at any time.
   *
   * @param from its begin, not negative
   * @param to its end, which is no longer part of it; after the begin
   */
  public FaultBuilder between(Duration from, Duration to) {
    Argument.notNegative("from", from);
    Argument.require(
        Argument.notNull("to", to).compareTo(from) > 0, "to", "must be after " + from, to);
    spans.add(new Span(TimeSource.saturatedNanos(from), TimeSource.saturatedNanos(to)));
    return this;
  }

  /**
   * Narrows down which calls are struck, by what {@link Call#current} says: priority, attempt, attributes. Default: all.
   *
   * @param condition what must hold too
   */
  public FaultBuilder when(Predicate<? super Call> condition) {
    calls = calls.and(Argument.notNull("condition", condition));
    return this;
  }

  /** Leaves the fault switched off at first. */
  public FaultBuilder switchedOff() {
    on = false;
    return this;
  }

  /**
   * Sets what delays and spans are measured on. Default: {@link TimeSource#system()}.
   *
   * @param time the time source
   */
  public FaultBuilder timeSource(TimeSource time) {
    timeSource = Argument.notNull("time", time);
    return this;
  }

  /** Builds the fault. */
  public Fault build() {
    FaultCondition condition = new FaultCondition(
        timeSource, timeSource.nanoTime(), List.copyOf(spans), calls, rate, random);
    return new Fault(name, effect, condition, timeSource, on);
  }
}
