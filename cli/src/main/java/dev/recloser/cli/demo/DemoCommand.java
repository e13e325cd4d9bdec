package dev.recloser.cli.demo;

import dev.recloser.cli.option.Count;
import dev.recloser.cli.terminal.Terminal;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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
          + " answering, then is slow, then healthy again. A caller gives up after half a second.",
      "With --endpoints, there are several services: one goes bad, one becomes slow, one dies, all"
          + " recover. They are called twice in parallel: by plain round robin, and through an HTTP"
          + " client with a pool of endpoints."
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
      converter = Rate.class,
      description = "calls a second by each client, 1 to 200 (default: 20; 100 with --endpoints)")
  private @Nullable Integer rate;

  @Option(
      names = "--endpoints",
      paramLabel = "<count>",
      converter = Endpoints.class,
      description = "show a pool of so many services, 2 to 16, in place of a breaker for one")
  private @Nullable Integer endpoints;

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
    if (endpoints == null) {
      runOne(out, palette);
    } else {
      runPool(endpoints, out, palette);
    }
    return ExitCode.OK;
  }

  private void runOne(PrintWriter out, Palette palette) throws IOException, InterruptedException {
    try (Demo demo = new Demo(Duration.ofSeconds(seconds), rate == null ? 20 : rate)) {
      demo.run(out, palette);
    }
  }

  private void runPool(int count, PrintWriter out, Palette palette)
      throws IOException, InterruptedException {
    Plan plan = new Plan(count, Duration.ofSeconds(seconds));
    try (EndpointDemo demo = new EndpointDemo(plan, rate == null ? 100 : rate)) {
      demo.run(out, palette);
    }
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

  /** How many services. */
  static final class Endpoints extends Count {

    Endpoints() {
      super(2, 16);
    }
  }
}
