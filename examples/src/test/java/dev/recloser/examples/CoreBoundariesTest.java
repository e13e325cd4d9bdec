package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

/**
 * Documents 000 and 004: what must not be found in the core.
 *
 * <p>What its classes may know is held by its own {@code ArchitectureTest}: no protocol (S004-1), nothing but the JDK
 * (S004-2), no wall clock and no clock outside the time package (S000-31, S002-24), no synchronized method and no lock in
 * a policy (S004-46). That test reads class files, and so sees neither the build's dependencies nor synchronized blocks.
 */
class CoreBoundariesTest {

  @Test // S004-46
  void noBlockIsSynchronized() {
    Pattern block = Pattern.compile("\\bsynchronized\\s*\\(");

    assertThat(Repository.files(Repository.path("core/src/main/java"), ".java"))
        .isNotEmpty()
        .noneMatch(file -> block.matcher(Repository.read(file)).find());
  }

  @ParameterizedTest // S004-2
  @ValueSource(strings = {"pom.xml", "core/pom.xml"})
  void theCoreHasNoDependencyAtRunTime(String pom) throws Exception {
    Document project = DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(Repository.path(pom).toFile());

    String atRunTime = XPathFactory.newInstance()
        .newXPath()
        .evaluate(
            "/project/dependencies/dependency[not(scope='test' or scope='provided')]/artifactId",
            project);
    assertThat(atRunTime).isEmpty();
  }
}
