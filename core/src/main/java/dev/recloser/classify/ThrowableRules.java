package dev.recloser.classify;

import dev.recloser.check.Argument;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * What a user says of throwables: these in, those out.
 *
 * <p>The most specific type decides; out wins a tie. Predicates are asked after the types, those for out first.
 * Immutable.
 *
 * @param typesIn the types that are in
 * @param typesOut the types that are out
 * @param predicatesIn the predicates for what is in
 * @param predicatesOut the predicates for what is out
 */
public record ThrowableRules(
    List<Class<? extends Throwable>> typesIn,
    List<Class<? extends Throwable>> typesOut,
    Predicates<Throwable> predicatesIn,
    Predicates<Throwable> predicatesOut) {

  // The lists are walked by index: an iterator a list would be all that a failing call allocates.
  // Rules that say nothing, as nearly all do, walk none: its code would be in all that calls.

  /** The rules that say nothing. */
  public static final ThrowableRules NONE =
      new ThrowableRules(List.of(), List.of(), Predicates.none(), Predicates.none());

  /** What the rules say of one throwable. */
  public enum Verdict {
    /** It is in. */
    IN,
    /** It is out. */
    OUT,
    /** No rule matches it. */
    UNKNOWN
  }

  /** Makes the lists immutable. */
  public ThrowableRules {
    typesIn = List.copyOf(typesIn);
    typesOut = List.copyOf(typesOut);
  }

  /** Returns these rules and types that are in. */
  public ThrowableRules in(String name, Class<? extends Throwable>[] types) {
    return new ThrowableRules(
        joined(typesIn, Argument.noneNull(name, types)), typesOut, predicatesIn, predicatesOut);
  }

  /** Returns these rules and types that are out. */
  public ThrowableRules out(String name, Class<? extends Throwable>[] types) {
    return new ThrowableRules(
        typesIn, joined(typesOut, Argument.noneNull(name, types)), predicatesIn, predicatesOut);
  }

  /** Returns these rules and a predicate for what is in. */
  public ThrowableRules in(String name, Predicate<? super Throwable> predicate) {
    return new ThrowableRules(typesIn, typesOut, predicatesIn.and(name, predicate), predicatesOut);
  }

  /** Returns these rules and a predicate for what is out. */
  public ThrowableRules out(String name, Predicate<? super Throwable> predicate) {
    return new ThrowableRules(typesIn, typesOut, predicatesIn, predicatesOut.and(name, predicate));
  }

  /** Returns whether anything is said to be in, so that all else is not. */
  public boolean nameWhatIsIn() {
    return !isNone() && (!typesIn.isEmpty() || !predicatesIn.isEmpty());
  }

  /** Judges by type alone. */
  public Verdict byType(Throwable failure) {
    if (isNone()) {
      return Verdict.UNKNOWN;
    }
    for (int i = 0; i < typesOut.size(); i++) {
      Class<? extends Throwable> out = typesOut.get(i);
      if (out.isInstance(failure) && !outranked(out, failure)) {
        return Verdict.OUT;
      }
    }
    return anyInstance(typesIn, failure) ? Verdict.IN : Verdict.UNKNOWN;
  }

  /** Judges by predicate alone. */
  public Verdict byPredicate(Throwable failure) {
    if (isNone()) {
      return Verdict.UNKNOWN;
    }
    if (predicatesOut.anyMatch(failure)) {
      return Verdict.OUT;
    }
    return predicatesIn.anyMatch(failure) ? Verdict.IN : Verdict.UNKNOWN;
  }

  @SuppressWarnings("ReferenceEquality") // Others that say nothing are walked, to the same end.
  private boolean isNone() {
    return this == NONE;
  }

  /** Returns whether a more specific type than this one says that the failure is in. */
  private boolean outranked(Class<? extends Throwable> out, Throwable failure) {
    for (int i = 0; i < typesIn.size(); i++) {
      Class<? extends Throwable> in = typesIn.get(i);
      if (in != out && out.isAssignableFrom(in) && in.isInstance(failure)) {
        return true;
      }
    }
    return false;
  }

  private static boolean anyInstance(List<Class<? extends Throwable>> types, Throwable failure) {
    for (int i = 0; i < types.size(); i++) {
      if (types.get(i).isInstance(failure)) {
        return true;
      }
    }
    return false;
  }

  private static <T> List<T> joined(List<T> some, List<? extends T> more) {
    List<T> all = new ArrayList<>(some);
    all.addAll(more);
    return all;
  }
}
