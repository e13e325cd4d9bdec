package dev.recloser.testkit;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Transition;
import dev.recloser.event.Event;
import dev.recloser.time.ManualTimeSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Assertions on policies and what became of calls, to be imported statically. They need no assertion library; each throws an
 * {@link AssertionError} that says what was expected and what is.
 */
public final class ResilienceAssertions {
  private ResilienceAssertions() {}

  /**
   * Asserts in which state a breaker is.
   *
   * @param expected the state
   * @param breaker the breaker
   */
  public static void assertState(State expected, CircuitBreaker breaker) {
    State state = breaker.state();
    check(
        state == expected,
        () -> "state of '" + breaker.name() + "', which is so because of: "
            + breaker.snapshot().reason(),
        expected,
        state);
  }

  /**
   * Asserts to which states a breaker has moved.
   *
   * @param events the events of one breaker, and any others
   * @param expected all states that it moved to, in order; none if it never moved
   */
  public static void assertPath(Collection<? extends Event> events, State... expected) {
    List<Transition> moves = events.stream()
        .filter(Transition.class::isInstance)
        .map(Transition.class::cast)
        .toList();
    List<String> names =
        moves.stream().map(move -> move.origin().policyName()).distinct().toList();
    check(names.size() <= 1, () -> "breakers among the events", "one", names);
    List<State> path = moves.stream().map(Transition::to).toList();
    check(path.equals(List.of(expected)), () -> "path", List.of(expected), path);
  }

  /**
   * Asserts that these events came, in this order, and no others.
   *
   * @param events the events
   * @param expected their types
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // The array is read, and goes nowhere.
  public static void assertEvents(
      Collection<? extends Event> events, Class<? extends Event>... expected) {
    List<Class<? extends Event>> types = List.of(expected);
    boolean same = events.size() == types.size() && inOrder(events, types);
    check(same, () -> "events", names(types), words(events));
  }

  /**
   * Asserts that these events came, in this order, whatever came before, between and after them.
   *
   * @param events the events
   * @param expected their types
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // The array is read, and goes nowhere.
  public static void assertEventsInOrder(
      Collection<? extends Event> events, Class<? extends Event>... expected) {
    List<Class<? extends Event>> types = List.of(expected);
    check(inOrder(events, types), () -> "events", "in this order " + names(types), words(events));
  }

  /**
   * Asserts what a trace says. White space at the ends of lines, and lines without anything else, do not count.
   *
   * @param expected the {@linkplain Trace#toString() lines} of the trace
   * @param trace the trace
   */
  public static void assertTrace(String expected, Trace trace) {
    List<String> lines =
        expected.lines().map(String::strip).filter(l -> !l.isEmpty()).toList();
    check(
        lines.equals(trace.toString().lines().toList()),
        () -> "trace",
        "\n" + String.join("\n", lines) + "\n",
        "\n" + trace);
  }

  /**
   * Asserts that no timer is left behind.
   *
   * @param time what the policies run on
   */
  public static void assertNoTimers(ManualTimeSource time) {
    check(time.pendingTimers() == 0, () -> "pending timers at " + time, 0, time.pendingTimers());
  }

  /**
   * Asserts that all futures have completed, in whatever way.
   *
   * @param futures the futures
   */
  public static void assertAllCompleted(CompletableFuture<?>... futures) {
    assertAllCompleted(Arrays.asList(futures));
  }

  /**
   * Asserts that all futures have completed, in whatever way.
   *
   * @param futures the futures
   */
  public static void assertAllCompleted(Collection<? extends CompletableFuture<?>> futures) {
    List<Integer> pending = new ArrayList<>();
    int index = 0;
    for (CompletableFuture<?> future : futures) {
      if (!future.isDone()) {
        pending.add(index);
      }
      index++;
    }
    check(
        pending.isEmpty(),
        () -> "futures that have not completed, of " + futures.size() + ", from 0",
        "none",
        pending);
  }

  /**
   * Asserts how often a script was run, so how many attempts reached the task; and that none of them is still going on.
   *
   * @param expected how often
   * @param script the script
   */
  public static void assertRuns(int expected, Script<?> script) {
    check(script.runs() == expected, () -> "runs of " + script, expected, script.runs());
    check(script.running() == 0, () -> "running runs of " + script, 0, script.running());
  }

  /**
   * Asserts that a script was played to its end, and not further; one whose last line is for ever, that the line was reached.
   *
   * @param script the script
   */
  public static void assertPlayed(Script<?> script) {
    check(script.linesLeft() == 0, () -> "lines left of " + script, 0, script.linesLeft());
    check(script.runsTooMany() == 0, () -> "runs too many of " + script, 0, script.runsTooMany());
  }

  /** Asserts that the interrupt flag of this thread is set, and clears it, so that the next test begins without. */
  public static void assertInterrupted() {
    check(Thread.interrupted(), () -> "interrupt flag", "set", "clear");
  }

  /** Asserts that the interrupt flag of this thread is clear; if not, clears it. */
  public static void assertNotInterrupted() {
    check(!Thread.interrupted(), () -> "interrupt flag", "clear", "set");
  }

  private static boolean inOrder(
      Collection<? extends Event> events, List<Class<? extends Event>> expected) {
    int found = 0;
    for (Event event : events) {
      if (found < expected.size() && expected.get(found).isInstance(event)) {
        found++;
      }
    }
    return found == expected.size();
  }

  private static List<String> names(List<Class<? extends Event>> types) {
    return types.stream().map(Class::getSimpleName).toList();
  }

  private static List<String> words(Collection<? extends Event> events) {
    return events.stream()
        .map(event -> event.getClass().getSimpleName() + " (" + EventWords.of(event) + ")")
        .toList();
  }

  private static void check(
      boolean holds, Supplier<String> what, @Nullable Object expected, @Nullable Object actual) {
    if (!holds) {
      throw new AssertionError(what.get() + ": expected " + Objects.toString(expected)
          + ", but was " + Objects.toString(actual));
    }
  }
}
