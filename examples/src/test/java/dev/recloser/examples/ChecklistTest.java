package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each line of the checklist is named by a test, or is among those that wait; and nothing else is. */
class ChecklistTest {
  private static final Pattern ID = Pattern.compile("S00\\d-\\d+");

  @Test
  void eachLineOfTheChecklistIsNamed() {
    Set<String> named =
        Repository.files(Repository.path("examples/src/test/java"), ".java").stream()
            .flatMap(file -> ID.matcher(Repository.read(file)).results())
            .map(MatchResult::group)
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(named)
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(lines(0, 53), lines(1, 32), lines(2, 31), lines(4, 53))
                .flatMap(lines -> lines)
                .toList());
  }

  private static Stream<String> lines(int document, int count) {
    return IntStream.rangeClosed(1, count).mapToObj(line -> "S00" + document + "-" + line);
  }
}
