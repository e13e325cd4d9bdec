package dev.recloser.testkit;

import dev.recloser.CheckedRunnable;
import dev.recloser.CheckedSupplier;
import dev.recloser.Next;
import dev.recloser.Pipeline;
import dev.recloser.Policy;
import dev.recloser.event.Event;
import dev.recloser.event.Subscription;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What happened, in order and in few words, to compare with a literal.
 *
 * <p>{@link #toString} has lines: the time since the trace was begun, a space, and the entries of that instant, separated
 * by a comma and a space. A line ends where time passes, and after a {@linkplain #call call made through the trace}.
 * {@link #story} has all entries on one line, and {@code ~10s} between two where that much time passed:
 *
 * <pre>
 * 0ms call IOException
 * 0ms CLOSED &gt; OPEN, call IOException
 * 10s OPEN &gt; HALF_OPEN, HALF_OPEN &gt; CLOSED, call OK
 *
 * call IOException, CLOSED &gt; OPEN, call IOException ~10s OPEN &gt; HALF_OPEN, HALF_OPEN &gt; CLOSED, call OK
 * </pre>
 *
 * <p>An entry is one of these. Times are written {@code 0ms}, {@code 250ms}, {@code 10s} or {@code 1m30s}.
 *
 * <table>
 *   <caption>The entries</caption>
 *   <tr><th>entry</th><th>means</th></tr>
 *   <tr><td>{@code call OK}, {@code call IOException after 2s}</td><td>a call ended: the name of the {@linkplain #point
 *       point}, then {@code OK} or the simple name of what it threw, then how long it took, unless it took no time</td></tr>
 *   <tr><td>{@code CLOSED > OPEN}</td><td>a breaker moved</td></tr>
 *   <tr><td>{@code rejected}, {@code finished SUCCESS}, {@code straggled FAILURE}, {@code would trip}, {@code would no
 *       longer trip}</td><td>the other events of a breaker</td></tr>
 *   <tr><td>{@code retry in 200ms}, {@code recovered after 2}, {@code gave up after 3 NO_ATTEMPTS_LEFT}</td><td>those of
 *       a retry, with the number of attempts</td></tr>
 *   <tr><td>{@code queued 1}, {@code admitted after 5ms}, {@code bulkhead full}, {@code bulkhead full after 1s}, {@code
 *       abandoned CANCELLED after 5ms}, {@code finished SUCCESS}</td><td>those of a bulkhead: with how many are in line,
 *       and how long a call waited there, if it did</td></tr>
 *   <tr><td>{@code waited 100ms}, {@code rate limited for 100ms}, {@code gave up waiting 100ms}</td><td>those of a rate
 *       limiter: with how long the wait was, the time until a permit is free, and how long the wait would have been</td></tr>
 *   <tr><td>{@code reconfigured}</td><td>the settings of a bulkhead or a rate limiter were changed</td></tr>
 *   <tr><td>{@code timed out after 2s}</td><td>a timeout ended a call</td></tr>
 *   <tr><td>{@code injected latency 2s, failure}</td><td>a {@link Fault} struck</td></tr>
 *   <tr><td>{@code slot freed waited=5ms}</td><td>any other event: the words of its type's name, and of its components
 *       the durations, numbers and constants</td></tr>
 *   <tr><td>{@code prices CLOSED > OPEN}</td><td>an event that was {@linkplain #follow(String, Function) followed under a
 *       name}</td></tr>
 *   <tr><td>anything else</td><td>a {@link #note}</td></tr>
 * </table>
 *
 * <p>Safe for use by many threads; what they do at once stands in the order in which it was noted.
 */
public final class Trace implements AutoCloseable {
  private final Policy calls = new TracePoint("call", this, true);

  private final TimeSource time;
  private final long start;
  private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();
  private final Queue<Subscription> subscriptions = new ConcurrentLinkedQueue<>();

  private Trace(TimeSource time) {
    this.time = time;
    this.start = time.nanoTime();
  }

  /** What was noted, when, of which event, if of one, and whether what comes next begins a line. */
  private record Entry(Duration at, String words, @Nullable Event event, boolean endsLine) {}

  /**
   * Begins a trace.
   *
   * @param time what the policies run on
   */
  public static Trace on(TimeSource time) {
    return new Trace(Argument.notNull("time", time));
  }

  /**
   * Notes the events of policies from now on. Calls are noted otherwise, so of a breaker and a bulkhead the ends of calls are
   * left out, and of a bulkhead admissions without a wait.
   *
   * @param policies breakers, retries, bulkheads, rate limiters, timeouts and faults; others are {@linkplain
   *     #follow(Function) followed}
   * @return this trace
   */
  public Trace watch(Policy... policies) {
    for (Policy policy : Argument.notNull("policies", policies)) {
      Argument.notNull("policies", policy);
      subscriptions.add(Watching.of(policy, this::note)
          .orElseThrow(() -> new IllegalArgumentException(
              "policies must have events that are known here, or be followed: follow(name, policy::onEvent), but was '"
                  + policy.name() + "', a " + policy.getClass().getName())));
    }
    return this;
  }

  /**
   * Notes the events of the policies of a pipeline from now on, those that {@link #watch(Policy...)} knows.
   *
   * @param pipeline the pipeline
   * @return this trace
   */
  public Trace watch(Pipeline pipeline) {
    Argument.notNull("pipeline", pipeline)
        .policies()
        .forEach(policy -> Watching.of(policy, this::note).ifPresent(subscriptions::add));
    return this;
  }

  /**
   * Notes all events of a policy from now on, of whatever kind.
   *
   * @param subscribe adds a listener, such as {@code breaker::onEvent} or {@code listener -> breaker.on(Tripped.class,
   *     listener)}
   * @return this trace
   */
  public Trace follow(Function<Consumer<Event>, Subscription> subscribe) {
    return follow(subscribe, this::note);
  }

  /**
   * Notes all events of a policy from now on, under a name, to tell it from others.
   *
   * @param name the first word of the entries
   * @param subscribe adds a listener, such as {@code breaker::onEvent}
   * @return this trace
   */
  public Trace follow(String name, Function<Consumer<Event>, Subscription> subscribe) {
    Argument.notBlank("name", name);
    return follow(subscribe, event -> add(name + " " + EventWords.of(event), event, false));
  }

  /**
   * Makes a call and notes under the name {@code call} how it ended. What it throws goes no further, unless it is an {@link
   * AssertionError}.
   *
   * @param call the call
   */
  public void call(CheckedRunnable<?> call) {
    Argument.notNull("call", call);
    try {
      boolean unused = calls.call(Next.task(), () -> {
        call.run();
        return true;
      });
    } catch (AssertionError e) {
      throw e;
    } catch (Throwable noted) {
      if (noted instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Starts a call, and when it has ended, notes under the name {@code call} how.
   *
   * @param call the call
   * @param <T> the type of its value
   * @return the future of the value
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(
      CheckedSupplier<? extends CompletionStage<T>, ?> call) {
    return calls.callAsync(Next.task(), Argument.notNull("call", call));
  }

  /**
   * Returns a policy that notes how calls end, wherever it is put: outermost, it sees what callers see, innermost, what
   * the task does.
   *
   * @param name the first word of its entries
   */
  public Policy point(String name) {
    return new TracePoint(Argument.notBlank("name", name), this, false);
  }

  /**
   * Returns a task whose runs are noted.
   *
   * @param name the first word of the entries
   * @param task the task
   * @param <T> the type of its value
   * @param <E> what it may throw
   */
  public <T extends @Nullable Object, E extends Exception> CheckedSupplier<T, E> task(
      String name, CheckedSupplier<T, E> task) {
    Policy point = point(name);
    Argument.notNull("task", task);
    return () -> point.call(Next.task(), task);
  }

  /**
   * Returns a task whose stages are noted when they have ended.
   *
   * @param name the first word of the entries
   * @param task the task
   * @param <T> the type of its value
   */
  public <T extends @Nullable Object>
      CheckedSupplier<CompletableFuture<T>, RuntimeException> taskAsync(
          String name, CheckedSupplier<? extends CompletionStage<T>, ?> task) {
    Policy point = point(name);
    Argument.notNull("task", task);
    return () -> point.callAsync(Next.task(), task);
  }

  /**
   * Notes something.
   *
   * @param words what
   */
  public void note(String words) {
    add(Argument.notBlank("words", words), null, false);
  }

  /** Returns the events that were noted, in order. */
  public List<Event> events() {
    return entries.stream().map(Entry::event).filter(Objects::nonNull).toList();
  }

  /** Returns all on one line, with how much time passed in between. */
  public String story() {
    StringBuilder story = new StringBuilder();
    Duration at = Duration.ZERO;
    for (Entry entry : entries) {
      String separator = story.isEmpty() ? "" : ", ";
      if (!entry.at().equals(at)) {
        separator = (story.isEmpty() ? "~" : " ~") + Spans.text(entry.at().minus(at)) + " ";
      }
      story.append(separator).append(entry.words());
      at = entry.at();
    }
    return story.toString();
  }

  /** Forgets what was noted; the time goes on. */
  public void clear() {
    entries.clear();
  }

  /** Listens no longer. What was noted stays. */
  @Override
  public void close() {
    for (Subscription next = subscriptions.poll(); next != null; next = subscriptions.poll()) {
      next.close();
    }
  }

  /** Returns a line for each instant, and for each {@link #call} of it. */
  @Override
  public String toString() {
    StringBuilder lines = new StringBuilder();
    Entry before = null;
    for (Entry entry : entries) {
      if (before != null && !before.endsLine() && before.at().equals(entry.at())) {
        lines.append(", ");
      } else {
        lines.append(before == null ? "" : "\n").append(Spans.text(entry.at())).append(' ');
      }
      lines.append(entry.words());
      before = entry;
    }
    return lines.toString();
  }

  private Trace follow(
      Function<Consumer<Event>, Subscription> subscribe, Consumer<Event> listener) {
    Subscription subscription = Argument.notNull("subscribe", subscribe).apply(listener);
    subscriptions.add(Argument.notNull("what subscribe returns", subscription));
    return this;
  }

  private void note(Event event) {
    add(EventWords.of(event), event, false);
  }

  Duration now() {
    return Duration.ofNanos(time.nanoTime() - start);
  }

  void add(String words, @Nullable Event event, boolean endsLine) {
    entries.add(new Entry(now(), words, event, endsLine));
  }
}
