package dev.recloser;

import dev.recloser.check.Argument;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the policies around a guarded call tell those further in, and the task: the deadline, the attempt, the priority and
 * attributes of the user's.
 *
 * <p>The call of this moment belongs to the thread that runs it; {@link #current} returns it. Calls that a task makes
 * through other pipelines inherit it, so deadlines travel. Policies that go on elsewhere take it along. Immutable.
 */
public final class Call {
  private static final Call NONE = new Call(null, 1, Priority.NORMAL, Map.of());
  private static final ThreadLocal<@Nullable Call> CURRENT = new ThreadLocal<>();
  private static final Duration FOR_EVER = Duration.ofNanos(Long.MAX_VALUE);

  private final @Nullable Deadline deadline;
  private final int attempt;
  private final Priority priority;
  private final Map<Attribute<?>, Object> attributes;

  /** How much a call matters, when not all can be served. Declared from the least to the most. */
  public enum Priority {
    /** May be dropped at any time: prefetching, statistics. */
    BACKGROUND,
    /** May be dropped under load. */
    LOW,
    /** Most calls. */
    NORMAL,
    /** Should be served as long as anything is. */
    HIGH
  }

  /**
   * The key of an attribute. Compared by identity; declare it as a constant.
   *
   * @param <A> the type of the value
   */
  public static final class Attribute<A> {
    private final String name;
    private final Class<A> type;

    private Attribute(String name, Class<A> type) {
      this.name = name;
      this.type = type;
    }

    /**
     * Returns a new key.
     *
     * @param name for people to read
     * @param type the type of the value
     * @param <A> the type of the value
     */
    public static <A> Attribute<A> of(String name, Class<A> type) {
      return new Attribute<>(Argument.notBlank("name", name), Argument.notNull("type", type));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private Call(
      @Nullable Deadline deadline,
      int attempt,
      Priority priority,
      Map<Attribute<?>, Object> attributes) {
    this.deadline = deadline;
    this.attempt = attempt;
    this.priority = priority;
    this.attributes = attributes;
  }

  /** Returns the call that runs on this thread; outside of any, one without a deadline, at its first attempt. */
  public static Call current() {
    Call call = CURRENT.get();
    return call == null ? NONE : call;
  }

  /**
   * Makes a call the current one of this thread. For policies, which do it around what lies within, and put back in a
   * {@code finally} block what this method returns.
   *
   * @param call the call
   * @return the call that was current before
   */
  public static Call enter(Call call) {
    Call before = current();
    // Not removed: to put back null takes less, of time and of stack, than what was done on the way
    // in.
    CURRENT.set(Argument.notNull("call", call) == NONE ? null : call);
    return before;
  }

  /** Returns the instant by which the call must have ended; empty if there is none. */
  public Optional<Deadline> deadline() {
    return Optional.ofNullable(deadline);
  }

  /** Returns how long it may still take, as of now; some 292 years if there is no deadline. */
  public Duration remaining() {
    return deadline == null ? FOR_EVER : deadline.remaining();
  }

  /** Returns which attempt this is, from 1. */
  public int attempt() {
    return attempt;
  }

  /** Returns how much the call matters. */
  public Priority priority() {
    return priority;
  }

  /**
   * Returns an attribute; empty if it was not set.
   *
   * @param key its key
   * @param <A> the type of the value
   */
  public <A> Optional<A> attribute(Attribute<A> key) {
    Argument.notNull("key", key);
    return Optional.ofNullable(key.type.cast(attributes.get(key)));
  }

  /**
   * Returns this call with a deadline, unless it has an earlier one.
   *
   * @param by the deadline
   */
  public Call within(Deadline by) {
    Argument.notNull("by", by);
    Deadline earlier = deadline == null ? by : deadline.orEarlier(by);
    return earlier == deadline ? this : new Call(earlier, attempt, priority, attributes);
  }

  /**
   * Returns this call at another attempt.
   *
   * @param attempt which attempt, from 1
   */
  public Call atAttempt(int attempt) {
    Argument.atLeast(1, "attempt", attempt);
    return attempt == this.attempt ? this : new Call(deadline, attempt, priority, attributes);
  }

  /**
   * Returns this call with another priority.
   *
   * @param priority how much it matters
   */
  public Call withPriority(Priority priority) {
    return new Call(deadline, attempt, Argument.notNull("priority", priority), attributes);
  }

  /**
   * Returns this call with an attribute more.
   *
   * @param key its key
   * @param value its value
   * @param <A> the type of the value
   */
  public <A> Call with(Attribute<A> key, A value) {
    Map<Attribute<?>, Object> more = new HashMap<>(attributes);
    more.put(Argument.notNull("key", key), Argument.notNull("value", value));
    return new Call(deadline, attempt, priority, Map.copyOf(more));
  }

  @Override
  public String toString() {
    return "Call[attempt=" + attempt + ", deadline=" + (deadline == null ? "none" : deadline)
        + ", priority=" + priority + ", attributes=" + attributes + "]";
  }
}
