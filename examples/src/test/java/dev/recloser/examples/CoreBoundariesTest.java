package dev.recloser.examples;

import static com.tngtech.archunit.core.domain.JavaModifier.SYNCHRONIZED;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

/** Documents 000 and 004: what must not be found in the core. */
@AnalyzeClasses(packages = "dev.recloser", importOptions = DoNotIncludeTests.class)
class CoreBoundariesTest {

  // S000-31, S002-24
  @ArchTest
  static final ArchRule nothingReadsTheWallClockForADecision =
      noClasses().should().callMethod(System.class, "currentTimeMillis");

  // S000-31
  @ArchTest
  static final ArchRule onlyTheTimePackageReadsAClock = noClasses()
      .that()
      .resideOutsideOfPackage("dev.recloser.time")
      .should()
      .callMethod(System.class, "nanoTime")
      .orShould()
      .callMethod(Instant.class, "now");

  // S004-1
  @ArchTest
  static final ArchRule nothingKnowsAProtocol =
      noClasses().should().dependOnClassesThat().resideInAnyPackage("java.net..", "javax.net..");

  // S004-2
  @ArchTest
  static final ArchRule nothingIsNeededBesideTheJdk = classes()
      .should()
      .onlyDependOnClassesThat()
      .resideInAnyPackage("dev.recloser..", "java..", "org.jspecify.annotations..");

  // S004-46
  @ArchTest
  static final ArchRule noMethodIsSynchronized = methods()
      .that()
      .areDeclaredInClassesThat()
      .resideInAnyPackage("dev.recloser.circuitbreaker..", "dev.recloser.retry..")
      .should()
      .notHaveModifier(SYNCHRONIZED);

  // S004-46
  @ArchTest
  static final ArchRule noPolicyTakesALock = noClasses()
      .that()
      .resideOutsideOfPackage("dev.recloser.time")
      .should()
      .dependOnClassesThat()
      .resideInAPackage("java.util.concurrent.locks..");

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
