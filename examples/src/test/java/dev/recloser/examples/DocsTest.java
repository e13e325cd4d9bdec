package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The Java code in README.md and docs/ is that of tested sources.
 *
 * <p>In a test source of this module, {@code // docs: name} and {@code // end} mark a region; in a document, {@code
 * <!-- code: name -->} on the line before a block names the region that it shows. With {@code -Ddocs.update=true} the
 * documents are rewritten from the sources.
 */
class DocsTest {
  private static final boolean UPDATE = Boolean.getBoolean("docs.update");

  private final CodeRegions regions =
      CodeRegions.in(Repository.path("examples/src/test/java/dev/recloser/examples"));

  @TestFactory
  Stream<DynamicTest> eachJavaBlockShowsItsRegion() {
    return Stream.concat(
            Stream.of(Repository.path("README.md")).filter(Files::exists),
            Repository.files(Repository.path("docs"), ".md").stream())
        .map(file -> DynamicTest.dynamicTest(name(file), () -> check(file)));
  }

  private void check(Path file) throws IOException {
    MarkdownCode code = MarkdownCode.of(Repository.read(file), regions);
    List<String> faults = code.faults();
    if (UPDATE && !faults.isEmpty()) {
      Files.writeString(file, code.updated());
      faults = MarkdownCode.of(Repository.read(file), regions).faults();
    }
    assertThat(faults).as(name(file)).isEmpty();
  }

  private static String name(Path file) {
    return Repository.path("").relativize(file).toString();
  }
}
