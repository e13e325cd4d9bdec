package dev.recloser.circuitbreaker;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every state × every input: whether a call passes, and the state after it. */
class StateTableTest {

  /** How to get there, on a new breaker that trips on half of four calls and takes two probes. */
  private static final Map<String, Consumer<Play>> STATES = states();

  /** What can happen. A call is made only if the breaker lets it pass. */
  private static final Map<String, BiConsumer<Play, Permit>> INPUTS = inputs();

  /** The state after each input; a call that is refused has the letter R before it. */
  private static final String TABLE = """
      input          | CLOSED       | LADEN        | OPEN         | COOLED       | HALF_OPEN    | FORCED_OPEN   | DISABLED     | METRICS_ONLY
      success        | CLOSED       | CLOSED       | R OPEN       | HALF_OPEN    | HALF_OPEN    | R FORCED_OPEN | DISABLED     | METRICS_ONLY
      failure        | CLOSED       | OPEN         | R OPEN       | OPEN         | OPEN         | R FORCED_OPEN | DISABLED     | METRICS_ONLY
      ignored        | CLOSED       | CLOSED       | R OPEN       | HALF_OPEN    | HALF_OPEN    | R FORCED_OPEN | DISABLED     | METRICS_ONLY
      released       | CLOSED       | CLOSED       | R OPEN       | HALF_OPEN    | HALF_OPEN    | R FORCED_OPEN | DISABLED     | METRICS_ONLY
      two successes  | CLOSED       | CLOSED       | R OPEN       | CLOSED       | CLOSED       | R FORCED_OPEN | DISABLED     | METRICS_ONLY
      old success    | CLOSED       | CLOSED       | OPEN         | OPEN         | HALF_OPEN    | FORCED_OPEN   | DISABLED     | METRICS_ONLY
      old failure    | CLOSED       | CLOSED       | OPEN         | OPEN         | HALF_OPEN    | FORCED_OPEN   | DISABLED     | METRICS_ONLY
      old ignored    | CLOSED       | CLOSED       | OPEN         | OPEN         | HALF_OPEN    | FORCED_OPEN   | DISABLED     | METRICS_ONLY
      cooldown       | CLOSED       | CLOSED       | OPEN         | OPEN         | HALF_OPEN    | FORCED_OPEN   | DISABLED     | METRICS_ONLY
      a year         | CLOSED       | CLOSED       | OPEN         | OPEN         | HALF_OPEN    | FORCED_OPEN   | DISABLED     | METRICS_ONLY
      look           | CLOSED       | CLOSED       | OPEN         | OPEN         | HALF_OPEN    | FORCED_OPEN   | DISABLED     | METRICS_ONLY
      reconfigure    | CLOSED       | CLOSED       | OPEN         | OPEN         | HALF_OPEN    | FORCED_OPEN   | DISABLED     | METRICS_ONLY
      reset          | CLOSED       | CLOSED       | CLOSED       | CLOSED       | CLOSED       | CLOSED        | CLOSED       | CLOSED
      trip           | OPEN         | OPEN         | OPEN         | OPEN         | OPEN         | OPEN          | OPEN         | OPEN
      forceOpen      | FORCED_OPEN  | FORCED_OPEN  | FORCED_OPEN  | FORCED_OPEN  | FORCED_OPEN  | FORCED_OPEN   | FORCED_OPEN  | FORCED_OPEN
      disable        | DISABLED     | DISABLED     | DISABLED     | DISABLED     | DISABLED     | DISABLED      | DISABLED     | DISABLED
      metricsOnly    | METRICS_ONLY | METRICS_ONLY | METRICS_ONLY | METRICS_ONLY | METRICS_ONLY | METRICS_ONLY  | METRICS_ONLY | METRICS_ONLY
      """;

  @TestFactory
  List<DynamicTest> table() {
    List<String[]> rows = TABLE.lines().map(line -> line.split("\\s*\\|\\s*")).toList();
    String[] header = rows.get(0);
    List<DynamicTest> tests = new ArrayList<>();
    for (String[] row : rows.subList(1, rows.size())) {
      for (int column = 1; column < header.length; column++) {
        String state = header[column].strip();
        String input = row[0].strip();
        String expected = row[column].strip();
        tests.add(DynamicTest.dynamicTest(
            state + " + " + input + " = " + expected, () -> check(state, input, expected)));
      }
    }
    return tests;
  }

  @Test
  void theTableIsWhole() {
    List<String> lines = TABLE.lines().toList();
    assertThat(lines).hasSize(INPUTS.size() + 1);
    assertThat(lines).allMatch(line -> line.chars().filter(c -> c == '|').count() == STATES.size());
  }

  private static void check(String state, String input, String expected) {
    Play play = Play.small();
    Permit old = play.breaker.acquire();
    play.breaker.reset();
    requireNonNull(STATES.get(state)).accept(play);
    boolean refused = expected.startsWith("R ");
    long rejectedBefore = play.breaker.snapshot().rejected();

    try {
      requireNonNull(INPUTS.get(input)).accept(play, old);
      assertThat(refused).as("a call that should be refused has passed").isFalse();
    } catch (CircuitOpenException e) {
      assertThat(refused).as("a call that should pass was refused").isTrue();
      assertThat(play.breaker.snapshot().rejected()).isEqualTo(rejectedBefore + 1);
    }

    play.is(State.valueOf(expected.replace("R ", "")));
  }

  private static Map<String, Consumer<Play>> states() {
    Map<String, Consumer<Play>> states = new LinkedHashMap<>();
    states.put("CLOSED", play -> {});
    states.put("LADEN", play -> play.calls("SSF"));
    states.put("OPEN", Play::trip);
    states.put("COOLED", Play::cooledDown);
    states.put("HALF_OPEN", Play::halfOpen);
    states.put("FORCED_OPEN", play -> play.breaker.forceOpen());
    states.put("DISABLED", play -> play.breaker.disable());
    states.put("METRICS_ONLY", play -> play.breaker.metricsOnly());
    return states;
  }

  private static Map<String, BiConsumer<Play, Permit>> inputs() {
    Map<String, BiConsumer<Play, Permit>> inputs = new LinkedHashMap<>();
    inputs.put("success", (play, old) -> play.breaker.acquire().succeeded());
    inputs.put("failure", (play, old) -> play.breaker.acquire().failed(new IOException()));
    inputs.put("ignored", (play, old) -> play.breaker.acquire().failed(new AssertionError()));
    inputs.put("released", (play, old) -> play.breaker.acquire().released());
    inputs.put("two successes", (play, old) -> succeedTwice(play));
    inputs.put("old success", (play, old) -> old.succeeded());
    inputs.put("old failure", (play, old) -> old.failed(new IOException()));
    inputs.put("old ignored", (play, old) -> old.released());
    inputs.put("cooldown", (play, old) -> play.advance(Play.COOLDOWN));
    inputs.put("a year", (play, old) -> play.advance(Duration.ofDays(365)));
    inputs.put("look", (play, old) -> look(play.breaker));
    inputs.put("reconfigure", (play, old) -> reconfigure(play.breaker));
    inputs.put("reset", (play, old) -> play.breaker.reset());
    inputs.put("trip", (play, old) -> play.breaker.trip(Duration.ofSeconds(1), "deploy"));
    inputs.put("forceOpen", (play, old) -> play.breaker.forceOpen());
    inputs.put("disable", (play, old) -> play.breaker.disable());
    inputs.put("metricsOnly", (play, old) -> play.breaker.metricsOnly());
    return inputs;
  }

  private static void succeedTwice(Play play) {
    play.breaker.acquire().succeeded();
    play.breaker.acquire().succeeded();
  }

  private static void look(CircuitBreaker breaker) {
    CircuitBreakerSnapshot first = breaker.snapshot();
    for (int i = 0; i < 1000; i++) {
      breaker.admits();
    }
    assertThat(breaker.snapshot()).isEqualTo(first);
  }

  private static void reconfigure(CircuitBreaker breaker) {
    breaker.reconfigure(
        breaker.config().toBuilder().tripWhen(TripRule.consecutiveFailures(9)).build());
  }
}
