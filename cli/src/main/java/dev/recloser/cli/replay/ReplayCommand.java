package dev.recloser.cli.replay;

import dev.recloser.cli.option.Span;
import dev.recloser.cli.terminal.Terminal;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Plays recorded calls through a breaker and tells what it would have done. */
@Command(
    name = "replay",
    description =
        "Plays recorded calls through a circuit breaker, and tells what it would have done.",
    footer = {
      "",
      "FILE holds a call a line: CSV (time_ms,outcome[,duration_ms]), JSON objects with those names, or a"
          + " common or combined access log, with rt=<seconds> msec=<epoch seconds> at the end of the line"
          + " if the server writes them. It may be zipped with gzip.",
      "Durations are written 200ms, 1.5s, 10s, 2m or 1h."
    },
    abbreviateSynopsis = true,
    sortOptions = false)
public final class ReplayCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Spec
  @SuppressWarnings("NullAway.Init") // by picocli
  private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "the recorded calls; - is standard input")
  @SuppressWarnings("NullAway.Init")
  private String file;

  @Option(names = "--calls", description = "print a line a call, when it ends or is rejected")
  private boolean calls;

  @Option(names = "--json", description = "print one JSON object")
  private boolean json;

  @Option(
      names = "--fail-status",
      paramLabel = "<codes>",
      defaultValue = "5xx",
      converter = StatusSet.Converter.class,
      description = "which HTTP status is a failure, such as 5xx,429 (default: ${DEFAULT-VALUE})")
  @SuppressWarnings("NullAway.Init")
  private StatusSet failStatus;

  @Option(
      names = "--reorder",
      paramLabel = "<duration>",
      defaultValue = "2m",
      converter = Span.class,
      description = "how far out of order lines may be (default: ${DEFAULT-VALUE})")
  @SuppressWarnings("NullAway.Init")
  private Duration reorder;

  @Mixin
  private final BreakerOptions breaker = new BreakerOptions();

  /** Creates the command. */
  public ReplayCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    checkOptions();
    Writer out =
        new BufferedWriter(new OutputStreamWriter(terminal.out(), StandardCharsets.UTF_8), 1 << 16);
    try {
      CallSource source = CallSource.of(file, terminal.in());
      if (calls) {
        printCalls(source, out);
      } else {
        printReport(source, out);
      }
      return ExitCode.OK;
    } catch (BadInputException e) {
      terminal.err().println("recloser: " + e.getMessage());
      return ExitCode.USAGE;
    } finally {
      out.flush();
    }
  }

  private void checkOptions() {
    try {
      Contradiction.when(calls && json, "--calls and --json exclude each other");
      breaker.config();
    } catch (Contradiction e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(), "these settings do not go together: " + e.getMessage(), e);
    }
  }

  /** What can be read twice is read through before the first line is printed. */
  private void printCalls(CallSource source, Writer out) throws BadInputException {
    if (source.isRepeatable()) {
      play(source, List.of());
    }
    play(source, List.of(new CallLines(out)));
  }

  private void printReport(CallSource source, Writer out) throws BadInputException, IOException {
    Report report = new Report();
    play(source, report.listeners());
    if (json) {
      report.writeJson(out);
    } else {
      report.writeSummary(out);
    }
  }

  private void play(CallSource source, List<CallListener> listeners) throws BadInputException {
    Replay replay = new Replay(breaker::breaker, reorder, listeners);
    try (InputStream in = source.open();
        InputStream watched = ProgressStream.of(in, source.size(), terminal)) {
      new Feed(source, failStatus).play(watched, replay);
    } catch (IOException e) {
      throw new BadInputException(source.name() + ": cannot be closed: " + e.getMessage());
    }
  }
}
