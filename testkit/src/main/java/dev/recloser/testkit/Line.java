package dev.recloser.testkit;

import java.time.Duration;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * One line of a script: how one run of the task ends, and when.
 *
 * @param letter what the line is called
 * @param takes how long the run takes, on the time source of the script
 * @param ending how it ends
 */
record Line<T extends @Nullable Object>(String letter, Duration takes, Ending<T> ending) {

  Line(String letter, Ending<T> ending) {
    this(letter, Duration.ZERO, ending);
  }

  Line<T> taking(Duration duration) {
    return new Line<>(letter, duration, ending);
  }

  @Override
  public String toString() {
    return takes.isZero() ? letter : letter + "~" + Spans.text(takes);
  }

  /** How a run ends. The functions are given the number of the run. */
  sealed interface Ending<T extends @Nullable Object> {

    /** It returns a value. */
    record Returns<T extends @Nullable Object>(IntFunction<T> value) implements Ending<T> {}

    /** It throws; an async run returns a failed stage, unless it throws before there is a stage. */
    record Throws<T extends @Nullable Object>(IntFunction<Throwable> failure, boolean withoutStage)
        implements Ending<T> {}

    /** It ends when the test says so. */
    record Hangs<T extends @Nullable Object>() implements Ending<T> {}

    /** It returns null in place of a stage. */
    record NoStage<T extends @Nullable Object>() implements Ending<T> {}
  }
}
