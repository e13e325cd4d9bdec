package dev.recloser.testkit;

import java.time.Duration;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a fault does to the calls that it strikes.
 *
 * @param words what it is called
 * @param delay how long the call is delayed
 * @param reachesTask whether the task is run
 * @param afterwards whether all of this comes after the task has run
 * @param operator makes of the task's result, or of null if it was not run, what the caller gets; or throws
 */
record FaultEffect(
    String words,
    Duration delay,
    boolean reachesTask,
    boolean afterwards,
    UnaryOperator<@Nullable Object> operator) {

  static FaultEffect pass() {
    return new FaultEffect("", Duration.ZERO, true, false, result -> result);
  }

  static FaultEffect failure(Supplier<? extends Throwable> failure) {
    return new FaultEffect("failure", Duration.ZERO, false, false, result -> {
      throw Thrown.unchecked(Argument.notNull("failure", failure.get()));
    });
  }

  static FaultEffect answer(@Nullable Object answer) {
    return new FaultEffect("result", Duration.ZERO, false, false, result -> answer);
  }

  static FaultEffect change(UnaryOperator<@Nullable Object> change) {
    return new FaultEffect("changed result", Duration.ZERO, true, true, change);
  }

  FaultEffect delayedBy(Duration duration) {
    return new FaultEffect(words, duration, reachesTask, afterwards, operator);
  }

  FaultEffect afterTheTask() {
    return new FaultEffect(words, delay, true, true, operator);
  }

  @Nullable
  Object apply(@Nullable Object result) {
    return operator.apply(result);
  }

  @Override
  public String toString() {
    String late = delay.isZero() && !words.isEmpty() ? "" : "latency " + Spans.text(delay);
    return late + (late.isEmpty() || words.isEmpty() ? "" : ", ") + words;
  }
}
