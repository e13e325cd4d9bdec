package dev.recloser.proof.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of faults is that of the tests. With {@code -Ddocs.update=true} it is written anew. */
class FaultsTableTest {
  private static final String BEGIN = "<!-- faults: written by FaultsTableTest -->";
  private static final String END = "<!-- end of faults -->";

  private static final List<Class<?>> TESTS = List.of(
      HalfOpenFaultsTest.class,
      CallbackFaultsTest.class,
      TransitionFaultsTest.class,
      TimeFaultsTest.class,
      RetryFaultsTest.class,
      TimeoutFaultsTest.class,
      BulkheadFaultsTest.class,
      RateLimiterFaultsTest.class,
      ConfigFaultsTest.class);

  /** Experiments that ask for what ours does not have. */
  private static final Map<String, String> NOT_APPLICABLE = Map.of(
      "E42",
      "| E42 | the event of a drained rate limiter reports 0 permits | does not apply: a limiter of ours cannot be drained | |");

  @Test
  void everyExperimentIsPlayedOrDoesNotApply() {
    List<String> wanted = IntStream.rangeClosed(1, 47)
        .boxed()
        .flatMap(number -> number == 28
            ? Stream.of("E28a", "E28b")
            : (number == 43 ? Stream.of("E43", "E43b") : Stream.of("E" + number)))
        .toList();

    assertThat(rows().keySet()).containsExactlyInAnyOrderElementsOf(wanted);
  }

  @Test
  void thePageHasTheTableOfTheTests() throws IOException {
    Path page = page();
    String text = Files.readString(page);
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    assertThat(begin).as("%s in %s", BEGIN, page).isPositive();
    assertThat(end).as("%s in %s", END, page).isGreaterThan(begin);
    String expected =
        text.substring(0, begin + BEGIN.length()) + "\n" + table() + text.substring(end);
    if (Boolean.getBoolean("docs.update")) {
      Files.writeString(page, expected);
      return;
    }

    assertThat(text).as("%s (refresh it with -Ddocs.update=true)", page).isEqualTo(expected);
  }

  private static String table() {
    return "| | Resilience4j 2.4.0 | Recloser | test |\n| --- | --- | --- | --- |\n"
        + rows().values().stream().collect(Collectors.joining("\n", "", "\n"));
  }

  private static Map<String, String> rows() {
    Map<String, String> rows = new TreeMap<>(
        Comparator.<String>comparingInt(id -> Integer.parseInt(id.replaceAll("\\D", "")))
            .thenComparing(Comparator.naturalOrder()));
    rows.putAll(NOT_APPLICABLE);
    for (Class<?> test : TESTS) {
      Arrays.stream(test.getDeclaredMethods())
          .filter(method -> method.isAnnotationPresent(Experiment.class))
          .forEach(method -> {
            String id = method.getAnnotation(Experiment.class).value();
            assertThat(rows.put(id, row(method))).as(id).isNull();
          });
    }
    return rows;
  }

  private static String row(Method method) {
    Experiment experiment = method.getAnnotation(Experiment.class);
    String peer =
        experiment.peer() + (experiment.playedOnPeer() ? "" : " (measured, not replayed)");
    return "| " + experiment.value() + " | " + peer + " | " + experiment.ours() + " | `"
        + method.getDeclaringClass().getSimpleName() + "." + method.getName() + "` |";
  }

  private static Path page() {
    for (Path path = Path.of("").toAbsolutePath(); path != null; path = path.getParent()) {
      Path page = path.resolve("proof/faults.md");
      if (Files.exists(page)) {
        return page;
      }
    }
    throw new AssertionError("no proof/faults.md above " + Path.of("").toAbsolutePath());
  }
}
