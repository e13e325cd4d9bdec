package dev.recloser.circuitbreaker;

import dev.recloser.proof.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
  private static final int SIZE = Setting.of("model.size", 1, 1_000, 1);
  private static final int DEPTH =
      Setting.of("model.depth", 1, Integer.MAX_VALUE, Integer.MAX_VALUE);
  private static final Logger LOG = Logger.getLogger("dev.recloser");

  @BeforeAll
  static void silenceWhatCallbacksThrowOnPurpose() {
    LOG.setLevel(Level.OFF);
  }

  @AfterAll
  static void speakAgain() {
    LOG.setLevel(null);
  }

  static List<Model> models() {
    return Model.all(SIZE);
  }

  @ParameterizedTest
  @MethodSource("models")
  void everyReachableStateIsSoundAndHeals(Model model) {
    long start = System.nanoTime();
    Search.Result result = Search.of(model, DEPTH);
    System.out.printf(
        Locale.ROOT,
        "model %-26s %7d states, %8d transitions, %3d deep, heals within %2d steps, %5.1f s%n",
        model,
        result.states(),
        result.transitions(),
        result.depth(),
        result.longestHealing(),
        (System.nanoTime() - start) / 1e9);
    if (SIZE == 1 && DEPTH == Integer.MAX_VALUE) {
      Figures.check(model, result);
    }
  }

  @Test
  void theReadmeTellsHowMuchWasTried() throws IOException {
    String readme = Files.readString(Path.of(System.getProperty("basedir", "."), "README.md"));
    Model.all(1).forEach(model -> Figures.checkTable(model, readme));
  }
}
