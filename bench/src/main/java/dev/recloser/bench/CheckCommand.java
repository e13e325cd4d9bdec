package dev.recloser.bench;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.recloser.bench.goal.Floor;
import dev.recloser.bench.measure.Measurement;
import dev.recloser.bench.measure.Pace;
import dev.recloser.bench.measure.Wanted;
import dev.recloser.bench.memory.Memory;
import dev.recloser.bench.result.JsonFile;
import dev.recloser.bench.result.Result;
import dev.recloser.bench.result.Retained;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Fails when a ratio has fallen. */
@Command(
    name = "bench/check",
    description = {
      "Compares ratios, of the bare call and of the peers to Recloser, with bench/floors.json.",
      "Exits with 1 if one is under its floor. Measures for two minutes, unless given a result."
    })
final class CheckCommand implements Callable<Integer> {
  /** A floor is so much of the ratio that it was recorded from. */
  private static final double SLACK = 0.6;

  private final Home home;
  private final PrintStream out;
  private final PrintStream err;

  @Spec
  private CommandSpec spec;

  @Option(
      names = "--from",
      paramLabel = "FILE",
      description = "Checks this result of bench/run, and measures nothing.")
  private Path from;

  @Option(
      names = "--record",
      description = "Sets each floor to 0.6 of its ratio in the result, and fails at none.")
  private boolean record;

  @Option(names = "--help", usageHelp = true, description = "Shows this, and ends.")
  private boolean help;

  CheckCommand(Home home, PrintStream out, PrintStream err) {
    this.home = home;
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws IOException, InterruptedException, RunnerException {
    List<Floor> floors = Floor.readAll(home.floors());
    Result result = from == null ? measure(floors) : read();
    if (record) {
      JsonFile.write(home.floors(), recorded(floors, result));
      out.println("recorded " + floors.size() + " floors, at " + SLACK + " of the ratios");
      return 0;
    }
    int under = 0;
    for (Floor floor : floors) {
      under += holds(floor, result) ? 0 : 1;
    }
    out.println(under == 0 ? "all floors hold" : under + " of " + floors.size() + " do not hold");
    return under == 0 ? 0 : 1;
  }

  private Result read() {
    try {
      return JsonFile.read(from, new TypeReference<Result>() {});
    } catch (IOException e) {
      throw new ParameterException(spec.commandLine(), "--from " + e.getMessage(), e);
    }
  }

  private Result measure(List<Floor> floors)
      throws IOException, InterruptedException, RunnerException {
    List<Wanted> wanted = floors.stream().flatMap(Floor::wanted).distinct().toList();
    List<Retained> retained =
        floors.stream().anyMatch(Floor::needsTheHeap) ? new Memory(err).measureShort() : List.of();
    return Run.result(
        "check", Pace.CHECK, new Measurement(Pace.CHECK, false, err).measure(wanted), retained);
  }

  private boolean holds(Floor floor, Result result) {
    OptionalDouble ratio = floor.ratio(result);
    boolean holds = ratio.isPresent() && ratio.getAsDouble() >= floor.floor();
    out.printf(
        Locale.ROOT,
        "%-5s %-24s %s, floor %.2f%n",
        holds ? "ok" : "UNDER",
        floor.id(),
        ratio.isPresent() ? "%.2f".formatted(ratio.getAsDouble()) : "not measured",
        floor.floor());
    return holds;
  }

  private List<Floor> recorded(List<Floor> floors, Result result) {
    List<Floor> recorded = new ArrayList<>();
    for (Floor floor : floors) {
      OptionalDouble ratio = floor.ratio(result);
      if (ratio.isEmpty()) {
        throw new ParameterException(
            spec.commandLine(),
            "--record needs a result with all that the floors need, but " + floor.id()
                + " was not measured");
      }
      recorded.add(floor.recorded(ratio.getAsDouble(), SLACK));
    }
    return recorded;
  }
}
