package dev.recloser.proof.lincheck;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreakerSnapshot;
import dev.recloser.circuitbreaker.Permit;
import dev.recloser.circuitbreaker.Recovery;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.proof.FrozenTime;
import dev.recloser.proof.lincheck.Scenarios.Draw;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The state machine of a breaker behaves in any interleaving as {@link PlainBreaker} does one by one: who is admitted, and in
 * which state it is. Time moves before and after the threads meet: a cooldown counts from when the call that trips reads the
 * clock.
 */
public class CircuitBreakerLincheckTest {
  static final Duration COOLDOWN = Duration.ofSeconds(1);

  private final FrozenTime time = new FrozenTime();
  private final CircuitBreaker breaker = CircuitBreaker.builder("b")
      .tripWhen(TripRule.consecutiveFailures(PlainBreaker.FAILURES))
      .cooldown(Backoff.fixed(COOLDOWN))
      .recovery(Recovery.consecutive(1))
      .timeSource(time)
      .build();

  /** What each thread holds. */
  private final @Nullable Permit[] permits = new Permit[3];

  @Operation
  public String acquire(@Param(gen = IntGen.class) int holder) {
    if (permits[holder] != null) {
      return "holds one";
    }
    permits[holder] = breaker.tryAcquire().orElse(null);
    return permits[holder] != null ? "admitted" : "refused";
  }

  @Operation
  public void succeed(@Param(gen = IntGen.class) int holder) {
    Permit permit = permits[holder];
    permits[holder] = null;
    if (permit != null) {
      permit.succeeded();
    }
  }

  @Operation
  public void fail(@Param(gen = IntGen.class) int holder) {
    Permit permit = permits[holder];
    permits[holder] = null;
    if (permit != null) {
      permit.close();
    }
  }

  @Operation
  public void release(@Param(gen = IntGen.class) int holder) {
    Permit permit = permits[holder];
    permits[holder] = null;
    if (permit != null) {
      permit.released();
    }
  }

  @Operation
  public void reset() {
    breaker.reset();
  }

  @Operation
  public void forceOpen() {
    breaker.forceOpen();
  }

  @Operation
  public String state() {
    return breaker.state().toString();
  }

  @Operation
  public void waitForTheCooldown() {
    time.advance(COOLDOWN);
  }

  @Operation
  public String counts() {
    CircuitBreakerSnapshot snapshot = breaker.snapshot();
    return snapshot.failures() + " failures, " + snapshot.rejected() + " rejections, "
        + snapshot.ignored() + " ignored";
  }

  private static <O extends Options<O, ?>> void check(O options) {
    Scenarios scenarios = new Scenarios(CircuitBreakerLincheckTest.class, 10, 2);
    Draw alone = (random, thread) -> random.nextInt(4) == 0
        ? scenarios.actor("waitForTheCooldown")
        : call(scenarios, random, random.nextInt(3), List.of("fail", "fail", "succeed", "release"));
    Draw atOnce = (random, thread) -> switch (random.nextInt(10)) {
      case 0 -> scenarios.actor("reset");
      case 1 -> scenarios.actor("forceOpen");
      case 2 -> scenarios.actor("state");
      default -> call(scenarios, random, thread, List.of("fail", "fail", "succeed", "release"));
    };
    Function<Random, List<Actor>> atRest = random -> List.of(
        scenarios.actor("state"),
        scenarios.actor("counts"),
        scenarios.actor("waitForTheCooldown"),
        scenarios.actor("acquire", 0),
        scenarios.actor("fail", 0),
        scenarios.actor("state"));
    addMeetings(scenarios, options, atRest.apply(new Random(0)));
    scenarios
        .in(options, alone, atOnce, atRest)
        .sequentialSpecification(PlainBreaker.class)
        .check(CircuitBreakerLincheckTest.class);
  }

  private static <O extends Options<O, ?>> void addMeetings(
      Scenarios scenarios, O options, List<Actor> atRest) {
    Actor acquire1 = scenarios.actor("acquire", 1);
    Actor acquire2 = scenarios.actor("acquire", 2);
    Actor fail1 = scenarios.actor("fail", 1);
    List<Actor> bothHold = List.of(acquire1, acquire2);
    List<Actor> cooledDown =
        List.of(acquire1, fail1, acquire1, fail1, scenarios.actor("waitForTheCooldown"));
    List<Actor> probing =
        Stream.concat(cooledDown.stream(), Stream.of(acquire1)).toList();
    scenarios.meet(options, bothHold, fail1, scenarios.actor("fail", 2), atRest);
    scenarios.meet(options, bothHold, fail1, scenarios.actor("reset"), atRest);
    scenarios.meet(options, cooledDown, acquire1, acquire2, atRest);
    scenarios.meet(options, probing, scenarios.actor("release", 1), acquire2, atRest);
    scenarios.meet(options, probing, scenarios.actor("succeed", 1), acquire2, atRest);
    scenarios.meet(options, probing, fail1, scenarios.actor("forceOpen"), atRest);
  }

  private static Actor call(Scenarios scenarios, Random random, int holder, List<String> ends) {
    return random.nextBoolean()
        ? scenarios.actor("acquire", holder)
        : scenarios.actor(ends.get(random.nextInt(ends.size())), holder);
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
