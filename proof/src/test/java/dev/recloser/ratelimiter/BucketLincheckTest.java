package dev.recloser.ratelimiter;

import dev.recloser.proof.lincheck.Effort;
import dev.recloser.proof.lincheck.Scenarios;
import dev.recloser.proof.lincheck.Scenarios.Draw;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.LongGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The permits of a rate limiter behave in any interleaving as {@link TokenBucket} says: who gets one, and how long each waits,
 * to the nanosecond. All act at one instant; before that, some permits are taken and some time passes.
 */
public class BucketLincheckTest {
  private final Bucket bucket =
      new Bucket(Rate.of(1, Duration.ofNanos(TokenBucket.INTERVAL), TokenBucket.BURST), 0);
  private final @Nullable Reservation[] promises = new Reservation[3];
  private long now;

  @Operation
  public boolean take(@Param(gen = IntGen.class) int permits) {
    return bucket.tryTake(now, permits);
  }

  /** Returns how long the holder waits; -1 if it is refused, -2 if it waits already. */
  @Operation
  public long reserve(@Param(gen = IntGen.class) int holder) {
    if (promises[holder] != null) {
      return -2;
    }
    Answer answer = bucket.reserve(now, TokenBucket.LONGEST_WAIT);
    if (answer instanceof Reservation reservation) {
      promises[holder] = reservation;
      return reservation.waitNanos();
    }
    return answer == Verdict.TAKEN ? 0 : -1;
  }

  @Operation
  public void giveBack(@Param(gen = IntGen.class) int holder) {
    Reservation promise = promises[holder];
    promises[holder] = null;
    if (promise != null) {
      bucket.giveBack(promise);
    }
  }

  @Operation
  public long untilFree() {
    return bucket.read(now).nanosUntilFree();
  }

  @Operation
  public void pass(@Param(gen = LongGen.class) long nanos) {
    now += nanos;
  }

  private static <O extends Options<O, ?>> void check(O options) {
    Scenarios scenarios = new Scenarios(BucketLincheckTest.class, 4, 2);
    Draw alone = (random, thread) -> random.nextBoolean()
        ? scenarios.actor("take", 1 + random.nextInt(2))
        : scenarios.actor("pass", 1L + random.nextInt(15));
    Draw atOnce = (random, thread) -> switch (random.nextInt(6)) {
      case 0 -> scenarios.actor("take", 1 + random.nextInt(2));
      case 1 -> scenarios.actor("giveBack", thread);
      case 2 -> scenarios.actor("untilFree");
      default -> scenarios.actor("reserve", thread);
    };
    Function<Random, List<Actor>> atRest = random -> List.of(
        scenarios.actor("untilFree"),
        scenarios.actor("giveBack", 1 + random.nextInt(2)),
        scenarios.actor("reserve", 0),
        scenarios.actor("untilFree"));
    addMeetings(scenarios, options);
    scenarios
        .in(options, alone, atOnce, atRest)
        .sequentialSpecification(TokenBucket.class)
        .check(BucketLincheckTest.class);
  }

  private static <O extends Options<O, ?>> void addMeetings(Scenarios scenarios, O options) {
    Actor takeOne = scenarios.actor("take", 1);
    Actor takeAll = scenarios.actor("take", TokenBucket.BURST);
    Actor join1 = scenarios.actor("reserve", 1);
    Actor join2 = scenarios.actor("reserve", 2);
    List<Actor> atRest = List.of(scenarios.actor("untilFree"), scenarios.actor("reserve", 0));
    scenarios.meet(options, List.of(takeOne), takeOne, takeOne, atRest);
    scenarios.meet(options, List.of(takeAll), join1, join2, atRest);
    scenarios.meet(options, List.of(takeAll, join1), scenarios.actor("giveBack", 1), join2, atRest);
  }

  @Test
  void behavesInEveryInterleavingTriedAsOneByOne() {
    check(Effort.modelChecking());
  }

  @Test
  void behavesUnderStressAsOneByOne() {
    check(Effort.stress());
  }
}
