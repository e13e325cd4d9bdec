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
 * -Djcstress.minutes=n} longer, by the optimising compiler, plain and with its choices at random.
 */
class JcstressTest {
  private static final Path RESULTS = Path.of("target", "jcstress");

  /** What a JVM takes to start, and the JVMs that a test gets: two kinds of locks, each plain and at random. */
  private static final int START_MILLIS = 800;

  private static final int LONG_JVMS = 4;
  private static final int SHORTEST_MILLIS = 100;

  private static final Pattern SUMMARY = Pattern.compile(
      "Results: (\\d+) planned; (\\d+) passed, (\\d+) failed, (\\d+) soft errs, (\\d+) hard errs");
  private static final Pattern SAMPLES =
      Pattern.compile("(?m)^ +\\S.*? +([\\d,]+) +<?[\\d.]+% +(?:Acceptable|Forbidden) ");

  private final int minutes = Setting.of("jcstress.minutes", 0, 10_000, 0);

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
    assertThat(passed).as(output).isEqualTo(planned).isGreaterThanOrEqualTo(tests);
    System.out.println("figures: jcstress, " + tests + " tests in " + planned + " JVMs, "
        + samples(output) + " samples, no forbidden outcome");
  }

  private List<String> command(int tests) {
    int millis = Math.max(SHORTEST_MILLIS, minutes * 60_000 / (tests * LONG_JVMS) - START_MILLIS);
    List<String> command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
        Main.class.getName(),
        "-v",
        "-r",
        RESULTS.toString(),
        "-sc",
        "false",
        "-f",
        "1",
        "-iters",
        "1",
        "-time",
        String.valueOf(millis)));
    String jvm = "-Xmx256m -XX:+UseSerialGC";
    command.addAll(
        minutes > 0
            ? List.of("-fsm", "1", "-jvmArgs", jvm)
            : List.of("-fsm", "0", "-jvmArgs", jvm + " -XX:TieredStopAtLevel=1"));
    return command;
  }

  private int run(List<String> command, Path log) throws Exception {
    Process process = new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
    try {
      assertThat(process.waitFor(10 + 3L * minutes, TimeUnit.MINUTES))
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
      return (int)
          new String(list.readAllBytes(), StandardCharsets.UTF_8).lines().count();
    }
  }

  private static long samples(String output) {
    return SAMPLES
        .matcher(output)
        .results()
        .mapToLong(result -> Long.parseLong(result.group(1).replace(",", "")))
        .sum();
  }
}
