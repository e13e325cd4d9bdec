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
import picocli.CommandLine.Option;

/** Breaks a real service before the eyes of its user. */
@Command(
    name = "demo",
    description = {
      "Takes a real HTTP service through an outage, and calls it twice in parallel: bare, and guarded by"
          + " a pipeline with retry, circuit breaker, rate limiter, timeouts and bulkhead.",
      "The service runs on a free port of this machine. It is healthy, then accepts connections without"
          + " answering, then is slow, then healthy again. A caller gives up after half a second."
    },
    abbreviateSynopsis = true,
    sortOptions = false)
public final class DemoCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Option(
      names = "--seconds",
      paramLabel = "<seconds>",
      defaultValue = "20",
      converter = Seconds.class,
      description = "how long it runs, 2 to 600 (default: ${DEFAULT-VALUE})")
  private int seconds;

  @Option(
      names = "--rate",
      paramLabel = "<calls>",
      defaultValue = "20",
      converter = Rate.class,
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
    Palette palette = terminal.outIsSeen() && !plain ? Palette.COLOUR : Palette.PLAIN;
    PrintWriter out =
        new PrintWriter(new OutputStreamWriter(terminal.out(), StandardCharsets.UTF_8));
    try (Demo demo = new Demo(Duration.ofSeconds(seconds), rate)) {
      demo.run(out, palette);
    }
    return ExitCode.OK;
  }

  /** How long it runs. */
  static final class Seconds extends Count {

    Seconds() {
      super(2, 600);
    }
  }

  /** Calls a second. */
  static final class Rate extends Count {

    Rate() {
      super(1, 200);
    }
  }
}
