package dev.recloser;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noCodeUnits;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The boundaries of the core. */
@AnalyzeClasses(packages = "dev.recloser", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule NOTHING_BUT_THE_JDK = classes()
      .should()
      .onlyDependOnClassesThat(resideInAnyPackage("dev.recloser..", "java..", "org.jspecify.."));

  @ArchTest
  static final ArchRule PROTOCOL_AGNOSTIC =
      noClasses().should().dependOnClassesThat(resideInAnyPackage("java.net..", "com.sun.net.."));

  @ArchTest
  static final ArchRule THE_BREAKER_KNOWS_NO_OTHER_POLICY = knowsOnlyItselfOf("circuitbreaker");

  @ArchTest
  static final ArchRule THE_RETRY_KNOWS_NO_OTHER_POLICY = knowsOnlyItselfOf("retry");

  @ArchTest
  static final ArchRule THE_TIMEOUT_KNOWS_NO_OTHER_POLICY = knowsOnlyItselfOf("timeout");

  @ArchTest
  static final ArchRule THE_BULKHEAD_KNOWS_NO_OTHER_POLICY = knowsOnlyItselfOf("bulkhead");

  @ArchTest
  static final ArchRule THE_RATE_LIMITER_KNOWS_NO_OTHER_POLICY = knowsOnlyItselfOf("ratelimiter");

  /** Only the pipeline has the policies by name, for its builder. */
  @ArchTest
  static final ArchRule THE_ROOT_KNOWS_NO_POLICY = noClasses()
      .that(resideInAnyPackage(
              "dev.recloser",
              "dev.recloser.time",
              "dev.recloser.event",
              "dev.recloser.check",
              "dev.recloser.classify")
          .and(not(nameMatching("dev\\.recloser\\.(Standard)?Pipeline.*"))))
      .should()
      .dependOnClassesThat(resideInAnyPackage(
          "dev.recloser.bulkhead",
          "dev.recloser.circuitbreaker",
          "dev.recloser.ratelimiter",
          "dev.recloser.retry",
          "dev.recloser.timeout"));

  @ArchTest
  static final ArchRule NOBODY_KNOWS_THE_REGISTRY = noClasses()
      .that(not(resideInAPackage("dev.recloser.registry")))
      .should()
      .dependOnClassesThat(resideInAPackage("dev.recloser.registry"));

  @ArchTest
  static final ArchRule ONE_DOOR_TO_CLOCKS = noClasses()
      .that(not(resideInAPackage("dev.recloser.time")))
      .should()
      .callMethod(System.class, "nanoTime")
      .orShould()
      .callMethod(System.class, "currentTimeMillis")
      .orShould()
      .callMethod(java.time.Instant.class, "now")
      .orShould()
      .dependOnClassesThat()
      .areAssignableTo(java.time.Clock.class);

  /** An executor that the user brings is none of ours: only what can make one, or end one, is. */
  @ArchTest
  static final ArchRule ONE_DOOR_TO_THREADS = noClasses()
      .that(not(resideInAPackage("dev.recloser.time")))
      .should()
      .callMethod(Thread.class, "sleep", long.class)
      .orShould()
      .callMethod(Thread.class, "sleep", long.class, int.class)
      .orShould()
      .callMethod(Thread.class, "start")
      .orShould()
      .dependOnClassesThat(assignableTo(java.util.concurrent.Executor.class)
          .and(not(equivalentTo(java.util.concurrent.Executor.class))))
      .orShould()
      .dependOnClassesThat()
      .areAssignableTo(java.util.Timer.class);

  @ArchTest
  static final ArchRule ONE_DOOR_TO_RANDOM_NUMBERS = noClasses()
      .that(not(resideInAPackage("dev.recloser.time")))
      .should()
      .dependOnClassesThat()
      .areAssignableTo(java.util.Random.class)
      .orShould()
      .callMethod(Math.class, "random");

  @ArchTest
  static final ArchRule NO_SYNCHRONIZED =
      noCodeUnits().should().haveModifier(JavaModifier.SYNCHRONIZED);

  @ArchTest
  static final ArchRule LOCKS_ONLY_IN_THE_MANUAL_TIME = noClasses()
      .that(not(resideInAPackage("dev.recloser.time")))
      .should()
      .dependOnClassesThat(resideInAPackage("java.util.concurrent.locks"));

  private static ArchRule knowsOnlyItselfOf(String policy) {
    return classes()
        .that()
        .resideInAPackage("dev.recloser." + policy)
        .should()
        .onlyDependOnClassesThat(resideInAnyPackage(
            "dev.recloser." + policy,
            "dev.recloser",
            "dev.recloser.time",
            "dev.recloser.event",
            "dev.recloser.check",
            "dev.recloser.classify",
            "java..",
            "org.jspecify.."));
  }
}
