package dev.recloser.proof.lincheck;

import dev.recloser.proof.Setting;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.Options;

/**
 * Scenarios with operations of their own for each part: what goes before, what two threads do at once, what is done and read
 * at rest. With readers in the last part alone, a verdict on them is one of quiescent consistency, and a little more: what one
 * thread does counts in its order.
 */
public final class Scenarios {
  private final Random random = new Random(Setting.seed());
  private final Class<?> type;
  private final int before;
  private final int each;

  /**
   * Prepares scenarios.
   *
   * @param type has the operations
   * @param before how many operations go before, at most
   * @param each how many operations each thread does
   */
  public Scenarios(Class<?> type, int before, int each) {
    this.type = type;
    this.before = before;
    this.each = each;
  }

  /** Draws an operation for a thread: 1 or 2; 0 before and after. */
  public interface Draw {
    /** Returns the operation. */
    Actor next(Random random, int thread);
  }

  /** Returns an operation of the type. */
  public Actor actor(String name, Object... arguments) {
    Method method = Stream.of(type.getMethods())
        .filter(candidate -> candidate.getName().equals(name))
        .findFirst()
        .orElseThrow();
    return new Actor(method, List.of(arguments));
  }

  /** Adds scenarios to what Lincheck tries, in place of those that it draws itself. */
  public <O extends Options<O, ?>> O in(
      O options, Draw first, Draw atOnce, Function<Random, List<Actor>> atRest) {
    return in(options, Effort.scenarios(), first, atOnce, atRest);
  }

  /** Adds so many scenarios. */
  public <O extends Options<O, ?>> O in(
      O options, int count, Draw first, Draw atOnce, Function<Random, List<Actor>> atRest) {
    for (int i = 0; i < count; i++) {
      List<Actor> init = some(first, random.nextInt(before + 1), 0);
      List<List<Actor>> threads = IntStream.rangeClosed(1, 2)
          .mapToObj(thread -> some(atOnce, each, thread))
          .toList();
      var unused = options.addCustomScenario(
          new ExecutionScenario(init, threads, new ArrayList<>(atRest.apply(random)), null));
    }
    return options.iterations(0);
  }

  /** Adds a scenario that is written out: the smallest in which two meet, so that all interleavings of it are tried. */
  public <O extends Options<O, ?>> O meet(
      O options, List<Actor> init, Actor one, Actor other, List<Actor> atRest) {
    return options
        .addCustomScenario(
            new ExecutionScenario(init, List.of(List.of(one), List.of(other)), atRest, null))
        .iterations(0);
  }

  private List<Actor> some(Draw draw, int count, int thread) {
    return Stream.generate(() -> draw.next(random, thread)).limit(count).toList();
  }
}
