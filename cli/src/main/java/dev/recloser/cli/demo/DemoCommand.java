package dev.recloser.cli.demo;

import dev.recloser.cli.option.Count;
import dev.recloser.cli.terminal.Terminal;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Breaks a real service before the eyes of its user. */
@Command(
    name = "demo",
    description = {
      "Takes a real HTTP service through an outage, and calls it twice in parallel: bare, and guarded by"
          + " a retry around a circuit breaker.",
      "The service runs on a free port of this machine. It is healthy, then accepts connections without"
          + " answering, then is slow, then healthy again. A caller gives up after half a second."
    },
    abbreviateSynopsis = true,
    sortOptions = false)
public final class DemoCommand implements Callable<Integer> {
  private static final int LONGEST = 600;
  private static final int SHORTEST = 2;
  private static final int MOST_CALLS = 200;

  private final Terminal terminal;

  @Spec
  @SuppressWarnings("NullAway.Init") // by picocli
  private CommandSpec spec;

  @Option(
      names = "--seconds",
      paramLabel = "<seconds>",
      defaultValue = "20",
      converter = Count.class,
      description = "how long it runs, 2 to 600 (default: ${DEFAULT-VALUE})")
  private int seconds;

  @Option(
      names = "--rate",
      paramLabel = "<calls>",
      defaultValue = "20",
      converter = Count.class,
      description = "calls a second by each client, 1 to 200 (default: ${DEFAULT-VALUE})")
  private int rate;

  @Option(names = "--plain", description = "no colour, also on a terminal")
  private boolean plain;

  /** Creates the command. */
  public DemoCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    check("--seconds", seconds, SHORTEST, LONGEST);
    check("--rate", rate, 1, MOST_CALLS);
    Palette palette = terminal.outIsSeen() && !plain ? Palette.COLOUR : Palette.PLAIN;
    PrintWriter out =
        new PrintWriter(new OutputStreamWriter(terminal.out(), StandardCharsets.UTF_8));
    try (Demo demo = new Demo(Duration.ofSeconds(seconds), rate)) {
      demo.run(out, palette);
    }
    return ExitCode.OK;
  }

  private void check(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new ParameterException(
          spec.commandLine(),
          option + " must be from " + least + " to " + most + ", but was " + value);
    }
  }
}
