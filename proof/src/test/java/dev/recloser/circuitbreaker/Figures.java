package dev.recloser.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Map;

/**
 * How much there is to try in each model of size 1. A step or a state more or less means that the breaker, or the model, has
 * changed.
 */
final class Figures {
  private static final String HOW_TO_UPDATE =
      "model \"%s\" has changed. If that is meant, put what was found in Figures, and in "
          + "the table of proof/README.md; if not, a change has opened or closed a way through the breaker";

  private static final Map<String, Row> ROWS = Map.ofEntries(
      row("successes in a row", 942, 24_246, 30),
      row("probes", 1_593, 43_326, 23),
      row("default lease", 2_100, 52_356, 65),
      row("lenient probes", 1_173, 29_028, 26),
      row("nobody listens", 2_127, 68_565, 22),
      row("set by hand", 3_870, 101_646, 20),
      row("reconfigured", 4_080, 80_736, 30),
      row("timer", 1_332, 36_000, 23),
      row("time window", 1_164, 19_650, 28),
      row("time window of nanoseconds", 1_078, 8_908, 20),
      row("slow calls", 1_854, 50_004, 29),
      row("ramp-up", 2_586, 64_602, 30),
      row("health check", 1_490, 37_986, 20));

  private Figures() {}

  private record Row(int states, int transitions, int deep) {

    String inTableOf(Model model) {
      return String.format(
          Locale.ROOT,
          "| %s | %,d | %,d | %d | %d | %s |",
          model,
          states,
          transitions,
          deep,
          model.permits(),
          model.particulars());
    }
  }

  private static Map.Entry<String, Row> row(String model, int states, int transitions, int deep) {
    return Map.entry(model, new Row(states, transitions, deep));
  }

  static void check(Model model, Search.Result found) {
    assertThat(new Row(found.states(), found.transitions(), found.depth()))
        .as(HOW_TO_UPDATE, model)
        .isEqualTo(ROWS.get(model.name()));
  }

  static void checkTable(Model model, String readme) {
    Row row = ROWS.get(model.name());
    assertThat(row).as(HOW_TO_UPDATE, model).isNotNull();
    assertThat(readme.lines()).as(HOW_TO_UPDATE, model).contains(row.inTableOf(model));
  }
}
