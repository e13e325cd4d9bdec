package dev.recloser.testkit;

import dev.recloser.testkit.Line.Ending.Hangs;
import dev.recloser.testkit.Line.Ending.NoStage;
import dev.recloser.testkit.Line.Ending.Returns;
import dev.recloser.testkit.Line.Ending.Throws;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link Script}, line by line; what is said of a line follows it.
 *
 * @param <T> the type of the values
 */
public final class ScriptBuilder<T extends @Nullable Object> {
  static final int MOST_TIMES = 1_000_000;

  private final List<Line<T>> lines = new ArrayList<>();
  private boolean lastForEver;
  private @Nullable TimeSource timeSource;

  ScriptBuilder() {}

  /**
   * Adds a run that returns.
   *
   * @param value what it returns
   */
  public ScriptBuilder<T> returns(T value) {
    return add(new Line<>("S", new Returns<>(run -> value)));
  }

  /**
   * Adds a run that throws.
   *
   * @param failure what it throws, the same object each time
   */
  public ScriptBuilder<T> fails(Throwable failure) {
    Argument.notNull("failure", failure);
    return fails(() -> failure);
  }

  /**
   * Adds a run that throws.
   *
   * @param failure makes what it throws, such as {@code IOException::new}
   */
  public ScriptBuilder<T> fails(Supplier<? extends Throwable> failure) {
    return add(new Line<>("F", new Throws<>(each(failure), false)));
  }

  /**
   * Adds a run that throws, and where a stage is expected, instead of returning one.
   *
   * @param failure makes what it throws
   */
  public ScriptBuilder<T> failsWithoutStage(Supplier<? extends Throwable> failure) {
    return add(new Line<>("T", new Throws<>(each(failure), true)));
  }

  /** Adds a run that is interrupted: it throws {@link InterruptedException}, as blocking code does. */
  public ScriptBuilder<T> isInterrupted() {
    return add(new Line<>("I", new Throws<>(each(InterruptedException::new), false)));
  }

  /**
   * Adds a run that leaves the interrupt flag of its thread set, and returns.
   *
   * @param value what it returns
   */
  public ScriptBuilder<T> interruptsAndReturns(T value) {
    return add(new Line<>("S", new Returns<>(run -> {
      Thread.currentThread().interrupt();
      return value;
    })));
  }

  /** Adds a run that hangs until {@link Script#succeed}, {@link Script#fail} or {@link Script#release}. */
  public ScriptBuilder<T> hangs() {
    return add(new Line<>("H", new Hangs<>()));
  }

  /** Adds a run that returns null in place of a stage; a blocking one returns null. */
  public ScriptBuilder<T> returnsNoStage() {
    return add(new Line<>("N", new NoStage<>()));
  }

  /**
   * Sets how long the run takes that was added last. Default: no time at all.
   *
   * @param duration how long, not negative
   */
  public ScriptBuilder<T> takes(Duration duration) {
    Line<T> line = last().taking(Argument.notNegative("duration", duration));
    lines.set(lines.size() - 1, line);
    return this;
  }

  /**
   * Sets how often the run is played that was added last. Default: once.
   *
   * @param count how often, from 1 to 1,000,000
   */
  public ScriptBuilder<T> times(int count) {
    Argument.require(count >= 1, "count", "must be at least 1", count);
    Argument.require(count <= MOST_TIMES, "count", "must be at most " + MOST_TIMES, count);
    lines.addAll(Collections.nCopies(count - 1, last()));
    return this;
  }

  /** Makes the run that was added last the end of the script: it is played again and again. */
  public ScriptBuilder<T> forEver() {
    last();
    lastForEver = true;
    return this;
  }

  /**
   * Sets where the time of the runs passes. It must be set if they take any.
   *
   * @param time the time source
   */
  public ScriptBuilder<T> timeSource(TimeSource time) {
    timeSource = Argument.notNull("time", time);
    return this;
  }

  /**
   * Builds the script.
   *
   * @throws IllegalArgumentException if it has no lines, or its lines take time and there is no time source
   */
  public Script<T> build() {
    last();
    lines.forEach(line -> Argument.require(
        timeSource != null || line.takes().isZero(), "script", "must have a time source", line));
    return new Script<>(lines, lastForEver, timeSource == null ? TimeSource.system() : timeSource);
  }

  ScriptBuilder<T> add(Line<T> line) {
    Argument.require(!lastForEver, "script", "must end with the line that is for ever", line);
    lines.add(line);
    return this;
  }

  private Line<T> last() {
    Argument.require(!lines.isEmpty(), "script", "must have a line", "empty");
    return lines.get(lines.size() - 1);
  }

  private static IntFunction<Throwable> each(Supplier<? extends Throwable> failure) {
    Argument.notNull("failure", failure);
    return run -> Argument.notNull("failure", failure.get());
  }
}
