package dev.recloser.bench.goal;

import dev.recloser.bench.result.Result;
import dev.recloser.bench.result.Retained;
import dev.recloser.bench.result.Row;
import java.util.Locale;
import java.util.Optional;

/**
 * How a result stands to a target.
 *
 * @param target what is asked
 * @param ours what ours took, to read
 * @param theirs what it is compared with, to read
 * @param outcome the number that decides, to read
 * @param holds whether it holds; empty where nothing is asked or something was not measured
 */
public record Verdict(
    Target target, String ours, String theirs, String outcome, Optional<Boolean> holds) {
  /** What a JVM allocates beside the benchmark, in an iteration of a quarter of a second, shows as less than this. */
  private static final double NOISE_BYTES = 0.1;

  /** Judges. */
  public static Verdict of(Target target, Result result) {
    return switch (target.kind()) {
      case RETAINED, RETAINED_TIMES -> retained(target, result);
      case SAME_RATIO -> sameRatio(target, result);
      case AT_MOST, BYTES -> alone(target, result);
      case AT_MOST_OVER, TIMES, REPORTED -> compared(target, result);
    };
  }

  private static Verdict alone(Target target, Result result) {
    Optional<Row> ours =
        result.row(target.path(), target.ours(), target.params(), target.threads());
    if (ours.isEmpty()) {
      return unknown(target);
    }
    if (target.kind() == Target.Kind.BYTES) {
      double bytes = ours.get().bytes();
      String read = number(bytes < NOISE_BYTES ? 0 : bytes) + " B";
      return new Verdict(target, read, "", read, Optional.of(bytes < target.limit() + NOISE_BYTES));
    }
    double nanos = ours.get().nanos();
    return new Verdict(
        target, nanos(nanos), "", nanos(nanos), Optional.of(nanos <= target.limit()));
  }

  private static Verdict compared(Target target, Result result) {
    Optional<Row> ours =
        result.row(target.path(), target.ours(), target.params(), target.threads());
    Optional<Row> theirs =
        result.fastest(target.path(), target.against(), target.params(), target.threads());
    if (ours.isEmpty() || theirs.isEmpty()) {
      return unknown(target);
    }
    double times = theirs.get().nanos() / ours.get().nanos();
    double over = ours.get().nanos() - theirs.get().nanos();
    boolean isOver = target.kind() == Target.Kind.AT_MOST_OVER;
    return new Verdict(
        target,
        nanos(ours.get().nanos()),
        theirs.get().who() + " " + nanos(theirs.get().nanos()),
        isOver ? (over < 0 ? "" : "+") + nanos(over) : times(times),
        target.kind() == Target.Kind.REPORTED
            ? Optional.empty()
            : Optional.of(isOver ? over <= target.limit() : times >= target.limit()));
  }

  private static Verdict sameRatio(Target target, Result result) {
    Optional<Double> one = overBase(target, result, 1);
    Optional<Double> many = overBase(target, result, target.threads());
    if (one.isEmpty() || many.isEmpty()) {
      return unknown(target);
    }
    double change = many.get() / one.get();
    return new Verdict(
        target,
        times(many.get()) + " bare",
        times(one.get()) + " bare with 1 thread",
        times(change),
        Optional.of(change <= target.limit()));
  }

  private static Optional<Double> overBase(Target target, Result result, int threads) {
    return result
        .fastest(target.path(), target.against(), target.params(), threads)
        .flatMap(base -> result
            .row(target.path(), target.ours(), target.params(), threads)
            .map(ours -> ours.nanos() / base.nanos()));
  }

  private static Verdict retained(Target target, Result result) {
    Optional<Double> ours = result.retained(target.ours()).map(Retained::bytes);
    Optional<Double> theirs = target.against().stream()
        .flatMap(who -> result.retained(who).stream())
        .map(Retained::bytes)
        .min(Double::compare);
    if (ours.isEmpty() || (theirs.isEmpty() && !target.against().isEmpty())) {
      return unknown(target);
    }
    String read = number(ours.get()) + " B";
    if (theirs.isEmpty()) {
      return new Verdict(target, read, "", read, Optional.of(ours.get() <= target.limit()));
    }
    double times = theirs.get() / ours.get();
    return new Verdict(
        target,
        read,
        number(theirs.get()) + " B",
        times(times),
        Optional.of(times >= target.limit()));
  }

  private static Verdict unknown(Target target) {
    return new Verdict(target, "not measured", "", "", Optional.empty());
  }

  private static String nanos(double nanos) {
    return number(nanos) + " ns";
  }

  private static String times(double times) {
    return number(times) + "×";
  }

  /** Returns a number with as many digits as one can rely on. */
  public static String number(double value) {
    double size = Math.abs(value);
    return String.format(Locale.ROOT, size < 20 ? "%.2f" : size < 100 ? "%.1f" : "%,.0f", value);
  }
}
