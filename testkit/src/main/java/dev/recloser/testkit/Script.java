package dev.recloser.testkit;

import dev.recloser.CheckedSupplier;
import dev.recloser.testkit.Line.Ending.Hangs;
import dev.recloser.testkit.Line.Ending.NoStage;
import dev.recloser.testkit.Line.Ending.Returns;
import dev.recloser.testkit.Line.Ending.Throws;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.time.TimeSource;
import dev.recloser.time.Timer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A task that plays a part: each run ends as the next line says. It counts its runs.
 *
 * <pre>{@code
 * Script<String> inventory = Script.of("F F S");
 * retry.call(inventory);                  // blocking: fails twice, then returns "S3"
 * retry.callAsync(inventory::getAsync);   // the same in stages
 * }</pre>
 *
 * <p>As text, a script is letters, with white space between them or not; {@code 3} below stands for the number of the run:
 *
 * <ul>
 *   <li>{@code S} returns {@code "S3"}
 *   <li>{@code F} throws {@code IOException("F3")}
 *   <li>{@code X} throws {@code Error("X3")}, which policies ignore
 *   <li>{@code R} is refused: throws a {@link dev.recloser.RejectedException}, as a policy further in would
 *   <li>{@code I} is interrupted: throws {@code InterruptedException("I3")}, as blocking code does
 *   <li>{@code T} throws {@code IllegalStateException("T3")}, and where a stage is expected, instead of returning one
 *   <li>{@code H} hangs until {@link #succeed}, {@link #fail} or {@link #release}
 *   <li>{@code N} returns null, and where a stage is expected, no stage
 * </ul>
 *
 * <p>A letter may be followed, in this order, by a text of its own in parentheses, {@code S(7 pieces)}; by how long the run
 * takes, {@code S~200ms} (or {@code s}, {@code m}, {@code h}); and by how often it is played, {@code F*3}, or for ever,
 * {@code S*}. The time passes on the time source of the script: a blocking run sleeps there, which moves a {@link
 * ManualTimeSource} on, and an async one is ended by a timer.
 *
 * <p>A run too many throws an {@link AssertionError}. Safe for use by many threads.
 *
 * @param <T> the type of the values
 */
public final class Script<T extends @Nullable Object> implements CheckedSupplier<T, Exception> {
  private final List<Line<T>> lines;
  private final boolean lastForEver;
  private final TimeSource time;
  private final RunCounter counter = new RunCounter();
  private final HangingRuns<T> hanging = new HangingRuns<>();

  Script(List<Line<T>> lines, boolean lastForEver, TimeSource time) {
    this.lines = List.copyOf(lines);
    this.lastForEver = lastForEver;
    this.time = time;
  }

  /**
   * Returns a script whose runs take no time.
   *
   * @param script its lines
   */
  public static Script<String> of(String script) {
    return read(script, new ScriptBuilder<>());
  }

  /**
   * Returns a script whose runs take the time of a source.
   *
   * @param script its lines
   * @param time where the time passes
   */
  public static Script<String> of(String script, TimeSource time) {
    return read(script, new ScriptBuilder<String>().timeSource(time));
  }

  /**
   * Returns a builder of a script without lines.
   *
   * @param <T> the type of the values
   */
  public static <T extends @Nullable Object> ScriptBuilder<T> builder() {
    return new ScriptBuilder<>();
  }

  /** Plays the next line, blocking. */
  @Override
  @SuppressWarnings("NullAway") // A line that returns null is there to do what a task should not.
  public T get() throws Exception {
    int run = counter.next();
    Line<T> line = line(run);
    counter.began(line.letter() + run);
    try {
      if (!line.takes().isZero()) {
        time.sleep(line.takes());
      }
      if (line.ending() instanceof Returns<T> returns) {
        return returns.value().apply(run);
      }
      if (line.ending() instanceof Throws<T> failing) {
        throw Thrown.unchecked(failing.failure().apply(run));
      }
      return line.ending() instanceof Hangs<T> ? hang() : null;
    } finally {
      counter.ended();
    }
  }

  /**
   * Plays the next line as a stage. Never blocks.
   *
   * @return a future that ends as the line says, and may be cancelled; null where the line says so
   */
  @SuppressWarnings("NullAway") // As above.
  public CompletableFuture<T> getAsync() {
    int run = counter.next();
    Line<T> line = line(run);
    counter.began(line.letter() + run);
    if (line.ending() instanceof NoStage<T>) {
      counter.ended();
      return null;
    }
    if (line.ending() instanceof Throws<T> failing && failing.withoutStage()) {
      counter.ended();
      throw Thrown.unchecked(failing.failure().apply(run));
    }
    return stage(line, run);
  }

  /**
   * Ends the run that hangs longest.
   *
   * @param value what it returns
   */
  public void succeed(T value) {
    endOldest(run -> run.complete(value));
  }

  /**
   * Ends the run that hangs longest.
   *
   * @param failure what it throws
   */
  public void fail(Throwable failure) {
    Argument.notNull("failure", failure);
    endOldest(run -> run.completeExceptionally(failure));
  }

  /**
   * Ends all runs that hang, if any.
   *
   * @param value what they return
   */
  public void release(T value) {
    hanging.takeAll().forEach(run -> run.complete(value));
  }

  /**
   * Waits, in real time, until so many runs hang.
   *
   * @param count how many
   * @throws InterruptedException if the waiting thread is interrupted
   */
  public void awaitHanging(int count) throws InterruptedException {
    hanging.await(count);
  }

  /** Returns how many runs hang. */
  public int hanging() {
    return hanging.size();
  }

  /** Returns how many runs were begun, those too many included. */
  public int runs() {
    return counter.runs();
  }

  /** Returns how many runs are going on. */
  public int running() {
    return counter.running();
  }

  /** Returns how many runs were going on at once, at the most. */
  public int mostAtOnce() {
    return counter.mostAtOnce();
  }

  /** Returns how many lines have not been played; one that is played for ever counts until its first run. */
  public int linesLeft() {
    return Math.max(0, lines.size() - counter.runs());
  }

  /** Returns how many runs there were for which there was no line. */
  public int runsTooMany() {
    return lastForEver ? 0 : Math.max(0, counter.runs() - lines.size());
  }

  /** Returns what was begun last, such as {@code F2}: the letter and the number of the run; empty if nothing was. */
  public Optional<String> last() {
    return counter.last();
  }

  @Override
  public String toString() {
    return "Script[" + String.join(" ", lines.stream().map(Line::toString).toList())
        + (lastForEver ? "*" : "") + "]";
  }

  private static Script<String> read(String text, ScriptBuilder<String> builder) {
    ScriptText.read(Argument.notBlank("script", text), builder);
    return builder.build();
  }

  private Line<T> line(int run) {
    if (run > lines.size() && !lastForEver) {
      throw new AssertionError("run " + run + " of " + this + ", which has " + lines.size()
          + (lines.size() == 1 ? " line" : " lines"));
    }
    return lines.get(Math.min(run, lines.size()) - 1);
  }

  private CompletableFuture<T> stage(Line<T> line, int run) {
    CompletableFuture<T> stage = new CompletableFuture<>();
    var unused = stage.whenComplete((value, failure) -> {
      hanging.remove(stage);
      counter.ended();
    });
    if (line.takes().isZero()) {
      end(stage, line, run);
    } else {
      Timer timer = time.schedule(line.takes(), () -> end(stage, line, run));
      var unusedToo = stage.whenComplete((value, failure) -> timer.cancel());
    }
    return stage;
  }

  private void end(CompletableFuture<T> stage, Line<T> line, int run) {
    try {
      if (line.ending() instanceof Returns<T> returns) {
        stage.complete(returns.value().apply(run));
      } else if (line.ending() instanceof Throws<T> failing) {
        stage.completeExceptionally(failing.failure().apply(run));
      } else {
        hang(stage);
      }
    } catch (Throwable fault) {
      stage.completeExceptionally(fault);
    }
  }

  /** Added first and looked at afterwards, so that one that is cancelled meanwhile does not stay. */
  private void hang(CompletableFuture<T> stage) {
    hanging.add(stage);
    if (stage.isDone()) {
      hanging.remove(stage);
    }
  }

  private T hang() throws InterruptedException {
    CompletableFuture<T> end = new CompletableFuture<>();
    hanging.add(end);
    try {
      return end.get();
    } catch (ExecutionException e) {
      throw Thrown.unchecked(Thrown.unwrapped(e));
    } finally {
      hanging.remove(end);
    }
  }

  /** Ends the oldest one that has not ended by itself meanwhile. */
  private void endOldest(Predicate<CompletableFuture<T>> end) {
    CompletableFuture<T> run = hanging.poll();
    while (run != null && !end.test(run)) {
      run = hanging.poll();
    }
    if (run == null) {
      throw new AssertionError("no run hangs of " + this + ", after " + runs() + " runs");
    }
  }
}
