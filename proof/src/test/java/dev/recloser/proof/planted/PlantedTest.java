package dev.recloser.proof.planted;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The bugs in {@code proof/planted} can still be planted; {@code proof/run-planted} plants them. */
class PlantedTest {
  private static final Path FOLDER = Path.of("planted");
  private static final Path SOURCES = Path.of("src", "test", "java");

  static List<Path> patches() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.filter(file -> file.toString().endsWith(".patch")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("patches")
  void fitsTheCore(Path file) throws IOException {
    PlantedPatch patch = PlantedPatch.of(Files.readAllLines(file));

    assertThat(patch.files()).isNotEmpty();
    for (PlantedPatch.Changed changed : patch.files()) {
      String source = Files.readString(Path.of("..").resolve(changed.path()));
      assertThat(changed.before()).isNotEmpty();
      for (String before : changed.before()) {
        assertThat(source).as(changed.path()).containsOnlyOnce(before);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("patches")
  void namesTheTestsThatMustCatchIt(Path file) throws IOException {
    PlantedPatch patch = PlantedPatch.of(Files.readAllLines(file));

    assertThat(patch.catchers()).isNotEmpty();
    for (String test : patch.catchers()) {
      try (Stream<Path> sources = Files.walk(SOURCES)) {
        assertThat(sources).as(test).anyMatch(source -> source.endsWith(test + ".java"));
      }
    }
  }
}
