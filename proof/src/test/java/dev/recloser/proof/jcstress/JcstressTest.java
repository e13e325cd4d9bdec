package dev.recloser.proof.jcstress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.proof.Setting;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.openjdk.jcstress.Main;

/**
 * Runs the stress tests of all packages in JVMs of their own: a moment each, compiled by the fast compiler alone; with {@code
 * -Djcstress.seconds=n} longer, by the optimising compiler, and with its choices at random if there is time for that too.
 * {@code -Djcstress.tests=regex} runs only those whose names match.
 */
class JcstressTest {
  private static final Path RESULTS = Path.of("target", "jcstress");
  private static final String TESTS = System.getProperty("jcstress.tests", "");

  /** What a JVM takes to start, and the JVMs that a test gets: two kinds of locks, each plain, and each at random too. */
  private static final int START_MILLIS = 800;

  private static final int PLAIN_JVMS = 2;
  private static final int ALL_JVMS = 4;

  /** How long a test runs in a JVM: in the usual form, and at least in the long one. */
  private static final int USUAL_MILLIS = 100;

  private static final int LONG_MILLIS = 300;

  private static final Pattern SUMMARY = Pattern.compile(
      "Results: (\\d+) planned; (\\d+) passed, (\\d+) failed, (\\d+) soft errs, (\\d+) hard errs");
  private static final Pattern LENGTH = Pattern.compile("JCTEST(\\d+)S");
  private static final Pattern SAMPLES =
      Pattern.compile("(?m)^ +\\S.*? +([\\d,]+) +<?[\\d.]+% +(?:Acceptable|Forbidden) ");

  private final int seconds = Setting.of("jcstress.seconds", 0, 1_000_000, 0);

  @Test
  void noForbiddenOutcomeIsSeen() throws Exception {
    int tests = tests();
    Path log = RESULTS.resolve("output.txt");
    Files.createDirectories(RESULTS);

    int exitCode = run(command(tests), log);

    String output = Files.readString(log);
    assertThat(exitCode).as(output).isZero();
    Matcher summary = SUMMARY.matcher(output);
    int planned = 0;
    int passed = 0;
    while (summary.find()) {
      planned = Integer.parseInt(summary.group(1));
      passed = Integer.parseInt(summary.group(2));
    }
    // Without a JVM that it likes, or a test, it ends well too.
    assertThat(passed).as(output).isEqualTo(planned).isGreaterThanOrEqualTo(Math.max(tests, 1));
    int jvms = atRandom(tests) ? 2 * planned : planned;
    System.out.println("figures: jcstress, " + tests + " tests in " + jvms + " JVMs, "
        + samples(output) + " samples, no forbidden outcome");
  }

  private List<String> command(int tests) {
    boolean isLong = seconds > 0;
    boolean atRandom = atRandom(tests);
    int millis = isLong
        ? Math.max(LONG_MILLIS, millisForEach(tests * (atRandom ? ALL_JVMS : PLAIN_JVMS)))
        : USUAL_MILLIS;
    String jvm = "-Xmx256m -XX:+UseSerialGC" + (isLong ? "" : " -XX:TieredStopAtLevel=1");
    List<String> command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
        Main.class.getName()));
    command.addAll(List.of("-v", "-r", RESULTS.toString(), "-sc", "false", "-f", "1"));
    command.addAll(List.of("-iters", "1", "-time", String.valueOf(millis), "-jvmArgs", jvm));
    command.addAll(List.of("-fsm", atRandom ? "1" : "0"));
    if (!TESTS.isEmpty()) {
      command.addAll(List.of("-t", TESTS));
    }
    return command;
  }

  /** Returns whether there is time for the compiler's choices at random. */
  private boolean atRandom(int tests) {
    return millisForEach(tests * ALL_JVMS) >= LONG_MILLIS;
  }

  private int millisForEach(int jvms) {
    return Math.max(0, (int) (seconds * 1000L / jvms) - START_MILLIS);
  }

  private int run(List<String> command, Path log) throws Exception {
    Process process = new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
    try {
      assertThat(process.waitFor(600 + 3L * seconds, TimeUnit.SECONDS))
          .as("ends")
          .isTrue();
      return process.exitValue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static int tests() throws IOException {
    try (InputStream list = Main.class.getResourceAsStream("/META-INF/TestList")) {
      Pattern wanted = Pattern.compile(TESTS);
      return (int) new String(list.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> wanted.matcher(name(line)).find())
          .count();
    }
  }

  /** Each line begins with the name of a test, and before that how long the name is. */
  private static String name(String line) {
    Matcher length = LENGTH.matcher(line);
    return length.lookingAt()
        ? line.substring(length.end(), length.end() + Integer.parseInt(length.group(1)))
        : line;
  }

  private static long samples(String output) {
    return SAMPLES
        .matcher(output)
        .results()
        .mapToLong(result -> Long.parseLong(result.group(1).replace(",", "")))
        .sum();
  }
}
