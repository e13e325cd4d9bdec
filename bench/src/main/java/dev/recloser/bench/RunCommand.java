package dev.recloser.bench;

import dev.recloser.bench.goal.Target;
import dev.recloser.bench.measure.Benchmarks;
import dev.recloser.bench.measure.Measurement;
import dev.recloser.bench.measure.Pace;
import dev.recloser.bench.measure.Wanted;
import dev.recloser.bench.memory.Memory;
import dev.recloser.bench.report.Readme;
import dev.recloser.bench.result.JsonFile;
import dev.recloser.bench.result.Result;
import dev.recloser.bench.result.Retained;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures, keeps the result, and renders the page. */
@Command(
    name = "bench/run",
    mixinStandardHelpOptions = false,
    description = {
      "Measures Recloser, the bare call and the peers side by side, in rounds of JVMs of their own.",
      "Writes bench/results/short.json or full.json, and renders bench/results/README.md of all there.",
      "Measure on a machine that does nothing else."
    })
final class RunCommand implements Callable<Integer> {
  private static final String MEMORY = "Memory";

  private final Home home;
  private final PrintStream out;
  private final PrintStream err;

  @Spec
  private CommandSpec spec;

  @Option(
      names = "--full",
      description = "All paths with all parameters, with 1, 2 and 8 threads, each in one JVM."
          + " The default is what the targets need, in at most 10 minutes.")
  private boolean full;

  @Option(names = "--smoke", description = "Runs each benchmark for a moment, to see that it runs.")
  private boolean smoke;

  @Option(
      names = "--only",
      paramLabel = "REGEX",
      description = "Only benchmarks with this in their name, such as ClosedHealthy.recloser, or"
          + " Memory. Prints the result, and keeps it only with --out or --keep.")
  private Pattern only;

  @Option(
      names = "--keep",
      paramLabel = "NAME",
      description = "Keeps the result as bench/results/NAME.json, and shows it on the page.")
  private String name;

  @Option(names = "--out", paramLabel = "FILE", description = "Keeps the result in this file.")
  private Path file;

  @Option(names = "--render", description = "Measures nothing; renders the page anew.")
  private boolean render;

  @Option(names = "--verbose", description = "Shows what JMH says.")
  private boolean verbose;

  @Option(names = "--help", usageHelp = true, description = "Shows this, and ends.")
  private boolean help;

  RunCommand(Home home, PrintStream out, PrintStream err) {
    this.home = home;
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws IOException, InterruptedException, RunnerException {
    checkOptions();
    if (!render) {
      Result result = measure(Target.readAll(home.targets()));
      boolean shown = name != null || file == null && only == null && !smoke;
      if (shown || file != null) {
        JsonFile.write(file != null ? file : home.result(result.mode()), result);
      }
      if (!shown) {
        out.print(Readme.tables(result));
        return 0;
      }
    }
    Files.writeString(
        home.results().resolve("README.md"), Readme.render(home.targets(), home.results()));
    out.println("see bench/results/README.md");
    return 0;
  }

  private void checkOptions() {
    if (render && (full || smoke || only != null || file != null || name != null)) {
      throw new ParameterException(spec.commandLine(), "--render goes with no other option");
    }
    if (name != null && (file != null || smoke)) {
      throw new ParameterException(
          spec.commandLine(), "--keep goes with neither --out nor --smoke, but was " + name);
    }
    if (name != null && (!name.matches("[a-z0-9][a-z0-9-]*") || name.matches("short|full"))) {
      throw new ParameterException(
          spec.commandLine(),
          "--keep must be of small letters, digits and '-', and neither short nor full, but was "
              + name);
    }
  }

  private Result measure(List<Target> targets)
      throws IOException, InterruptedException, RunnerException {
    Pace pace = smoke ? Pace.SMOKE : full ? Pace.FULL : Pace.SHORT;
    Stream<Wanted> all =
        full ? Benchmarks.full().stream() : targets.stream().flatMap(Target::wanted);
    List<Wanted> wanted =
        all.filter(one -> isWanted(one.path() + "." + one.who())).distinct().toList();
    if (wanted.isEmpty() && !isWanted(MEMORY)) {
      throw new ParameterException(
          spec.commandLine(),
          "--only must match a benchmark"
              + (full ? "" : " of the targets, or with --full any")
              + ", but was " + only);
    }
    List<Retained> retained = isWanted(MEMORY) ? new Memory(err).measure() : List.of();
    return Run.result(
        name != null ? name : full ? "full" : "short",
        pace,
        new Measurement(pace, verbose, err).measure(wanted),
        retained);
  }

  private boolean isWanted(String name) {
    return only == null || only.matcher(name).find();
  }
}
