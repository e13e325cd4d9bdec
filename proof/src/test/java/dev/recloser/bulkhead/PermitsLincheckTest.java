package dev.recloser.bulkhead;

import dev.recloser.proof.lincheck.Effort;
import dev.recloser.proof.lincheck.Scenarios;
import dev.recloser.proof.lincheck.Scenarios.Draw;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.junit.jupiter.api.Test;

/**
 * The permits and the line at rest, after any interleaving of those who take, give back, wait and give up.
 *
 * <p>They are checked at rest only. In passing a hand-over may hold a permit that it is about to give away or to put back, and
 * may not have noted yet that one has left: then a caller may be refused, or find the line full, though one by one it would
 * not. What is free or lost in the end is exact.
 */
public class PermitsLincheckTest {
  private static final int PLACES = 3;

  private final Permits permits = new Permits(0);
  private final AtomicInteger released = new AtomicInteger();
  private final AtomicInteger taken = new AtomicInteger();
  private final Waiter[] waiters =
      Stream.generate(() -> new Waiter(0, null)).limit(PLACES).toArray(Waiter[]::new);
  private final AtomicIntegerArray joined = new AtomicIntegerArray(PLACES);

  @Operation
  public boolean take() {
    boolean took = permits.tryTake();
    if (took) {
      taken.incrementAndGet();
    }
    return took;
  }

  @Operation
  public void release() {
    released.incrementAndGet();
    var unused = permits.release();
  }

  /** Joins the line, once for each place. */
  @Operation
  public boolean join(@Param(gen = IntGen.class) int place) {
    boolean joins = joined.compareAndSet(place, 0, 1) && permits.join(waiters[place], PLACES);
    if (joins) {
      var unused = permits.handOver();
    }
    return joins;
  }

  @Operation
  public boolean leave(@Param(gen = IntGen.class) int place) {
    return joined.get(place) == 1 && waiters[place].leave();
  }

  @Validate
  public void soundAtRest() {
    long state = permits.state();
    int free = Permits.free(state);
    int waiting = Permits.waiting(state);
    long admitted =
        Stream.of(waiters).filter(waiter -> waiter.admission().getNow(false)).count();
    long inLine = IntStream.range(0, PLACES)
        .filter(place -> joined.get(place) == 1 && !waiters[place].admission().isDone())
        .count();
    expect(free == 0 || waiting == 0, free + " permits are free while " + waiting + " wait");
    expect(free + taken.get() + admitted == released.get(), "a permit is lost, or made of nothing");
    expect(waiting == inLine, inLine + " are in line, but counted as " + waiting);
  }

  private static void expect(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(otherwise);
    }
  }

  /** One who joins meets one who gives a permit back, and nothing else: the smallest scenario, looked at longest. */
  private static <O extends Options<O, ?>> void checkOneAgainstOne(O options) {
    Scenarios scenarios = new Scenarios(PermitsLincheckTest.class, 0, 1);
    check(
        scenarios,
        options,
        1,
        (random, thread) -> thread == 1 ? scenarios.actor("join", 0) : scenarios.actor("release"));
  }

  private static <O extends Options<O, ?>> void checkAllAtOnce(O options) {
    Scenarios scenarios = new Scenarios(PermitsLincheckTest.class, 4, 3);
    check(scenarios, options, Effort.scenarios(), (random, thread) -> switch (random.nextInt(6)) {
      case 0 -> scenarios.actor("take");
      case 1 -> scenarios.actor("leave", random.nextInt(PLACES));
      case 2, 3 -> scenarios.actor("join", random.nextInt(PLACES));
      default -> scenarios.actor("release");
    });
  }

  private static <O extends Options<O, ?>> void check(
      Scenarios scenarios, O options, int count, Draw operation) {
    scenarios
        .in(options, count, operation, operation, random -> List.of())
        .verifier(EpsilonVerifier.class)
        .check(PermitsLincheckTest.class);
  }

  @Test
  void aJoinerAndAReleaseLeaveNobodyWaitingForAFreePermit() {
    checkOneAgainstOne(Effort.modelChecking().invocationsPerIteration(1_000));
  }

  @Test
  void soundAtRestAfterEveryInterleavingTried() {
    checkAllAtOnce(Effort.modelChecking());
  }

  @Test
  void soundAtRestAfterStress() {
    checkAllAtOnce(Effort.stress());
  }
}
