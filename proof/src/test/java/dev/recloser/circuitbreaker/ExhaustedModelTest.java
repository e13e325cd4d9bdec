package dev.recloser.circuitbreaker;

import dev.recloser.proof.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tries all that can be done to small breakers: in every state that can be reached the invariants hold, and a healthy
 * dependency gets the breaker to close.
 *
 * <p>{@code -Dmodel.size=2} makes the models larger, {@code -Dmodel.depth=n} looks no further than n steps.
 */
class ExhaustedModelTest {
  private static final List<Search.Result> SEARCHED = new ArrayList<>();
  private static final Logger LOG = Logger.getLogger("dev.recloser");

  @BeforeAll
  static void silenceWhatCallbacksThrowOnPurpose() {
    LOG.setLevel(Level.OFF);
  }

  @AfterAll
  static void speakAgain() {
    LOG.setLevel(null);
  }

  @AfterAll
  static void tellFigures() {
    System.out.printf(
        Locale.ROOT,
        "figures: model, size %d, %s, %d models, %,d states, %,d transitions, all heal within %d steps%n",
        size(),
        depth() == Integer.MAX_VALUE ? "searched whole" : "no deeper than " + depth() + " steps",
        SEARCHED.size(),
        SEARCHED.stream().mapToLong(Search.Result::states).sum(),
        SEARCHED.stream().mapToLong(Search.Result::transitions).sum(),
        SEARCHED.stream().mapToLong(Search.Result::longestHealing).max().orElse(0));
  }

  private static int size() {
    return Setting.of("model.size", 1, 1_000, 1);
  }

  private static int depth() {
    return Setting.of("model.depth", 1, Integer.MAX_VALUE, Integer.MAX_VALUE);
  }

  static List<Model> models() {
    return Model.all(size());
  }

  @ParameterizedTest
  @MethodSource("models")
  void everyReachableStateIsSoundAndHeals(Model model) {
    long start = System.nanoTime();
    Search.Result result = Search.of(model, depth());
    System.out.printf(
        Locale.ROOT,
        "model %-26s %7d states, %8d transitions, %3d deep, heals within %2d steps, %5.1f s%n",
        model,
        result.states(),
        result.transitions(),
        result.depth(),
        result.longestHealing(),
        (System.nanoTime() - start) / 1e9);
    SEARCHED.add(result);
    if (size() == 1 && depth() == Integer.MAX_VALUE) {
      Figures.check(model, result);
    }
  }

  @Test
  void theReadmeTellsHowMuchWasTried() throws IOException {
    String readme = Files.readString(Path.of(System.getProperty("basedir", "."), "README.md"));
    Model.all(1).forEach(model -> Figures.checkTable(model, readme));
  }
}
