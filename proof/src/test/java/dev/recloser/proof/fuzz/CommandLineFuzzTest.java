package dev.recloser.proof.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.cli.CliEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever replay is given: it does it, or says in one line what is wrong and does nothing. */
class CommandLineFuzzTest {
  @TempDir
  Path directory;

  private final Set<String> taken = new TreeSet<>();
  private final Set<String> refused = new TreeSet<>();
  private int runs;
  private int refusals;

  @Test
  void badInputIsOneLineAndExitTwo() throws Exception {
    int rounds =
        Rounds.play(this::round, () -> neverTaken().isEmpty() && neverRefused().isEmpty());

    System.out.println("figures: command line, " + rounds + " rounds, "
        + CommandLines.names().size() + " options, " + runs + " runs, " + refusals + " refusals");
    if (!Rounds.isSingle()) {
      assertThat(neverTaken()).as("options never taken").isEmpty();
      assertThat(neverRefused()).as("options whose value was never refused").isEmpty();
    }
  }

  private List<String> neverTaken() {
    return CommandLines.names().stream().filter(name -> !taken.contains(name)).toList();
  }

  private List<String> neverRefused() {
    return CommandLines.namesWithValue().stream()
        .filter(name -> !refused.contains(name))
        .toList();
  }

  private void round(Random random, long seed) throws Exception {
    byte[] calls = new CallFiles(random).draw();
    boolean piped = random.nextInt(3) == 0;
    Path file = directory.resolve("calls");
    if (!piped) {
      Files.write(file, calls);
    }
    String[] arguments = new CommandLines(random).draw(piped ? "-" : file.toString());
    CliEntry run;
    try {
      run = CliEntry.run(calls, arguments);
    } catch (Throwable thrown) {
      throw new AssertionError(thrown + " came out of " + Arrays.toString(arguments), thrown);
    }
    check(run, List.of(arguments), piped);
    note(run, List.of(arguments));
  }

  private void note(CliEntry run, List<String> arguments) {
    if (run.exit() == 0) {
      runs++;
    } else {
      refusals++;
    }
    for (String name : CommandLines.names()) {
      boolean given = arguments.stream()
          .anyMatch(argument -> argument.equals(name) || argument.startsWith(name + "="));
      if (given && run.exit() == 0) {
        taken.add(name);
      } else if (given && run.err().contains(name)) {
        refused.add(name);
      }
    }
  }

  private static void check(CliEntry run, List<String> arguments, boolean piped) {
    boolean good = run.exit() == 0
        ? run.err().isEmpty()
        : run.exit() == 2
            && isOneLine(run.err())
            && (run.out().isEmpty() || isStreamed(arguments, piped));
    if (!good) {
      throw new AssertionError("exit " + run.exit() + " of " + shortened(arguments.toString())
          + "\nout: " + shortened(run.out()) + "\nerr: " + shortened(run.err()));
    }
  }

  /** What cannot be read twice is played as it comes. */
  private static boolean isStreamed(List<String> arguments, boolean piped) {
    return piped && arguments.contains("--calls");
  }

  private static boolean isOneLine(String text) {
    return text.startsWith("recloser: ")
        && text.endsWith("\n")
        && text.indexOf('\n') == text.length() - 1
        && text.indexOf('\r') < 0;
  }

  private static String shortened(String text) {
    return text.length() > 500 ? text.substring(0, 500) + "…" : text;
  }
}
