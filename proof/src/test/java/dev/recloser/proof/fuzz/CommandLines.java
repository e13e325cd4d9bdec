package dev.recloser.proof.fuzz;

import dev.recloser.cli.replay.ReplayCommand;
import dev.recloser.cli.terminal.Terminal;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Draws command lines of replay: its own options, which picocli tells, with values that fit and that do not. */
final class CommandLines {
  private static final List<OptionSpec> OPTIONS = options();
  private static final String[] VALUES = {
    "",
    " ",
    "0",
    "1",
    "2",
    "5",
    "10",
    "-1",
    "0.5",
    "1.0",
    "1e-300",
    "1e400",
    "NaN",
    "Infinity",
    "-0",
    "2147483647",
    "2147483648",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "1000000",
    "1000001",
    "10s",
    "1ms",
    "0s",
    "1ns",
    "876000h",
    "876001h",
    "1.5s",
    "0.4ns",
    "-1s",
    "1y",
    "99999999999999999999d",
    "5xx",
    "5xx,429",
    "5xx,",
    "999",
    "6xx",
    "xxx",
    "\u0000",
    "\n",
    "\ud800",
    "\u2028",
    "@file",
    "--",
    "${user}",
    "%s%n",
    "'\"",
    "\\"
  };

  private final Random random;

  CommandLines(Random random) {
    this.random = random;
  }

  private static List<OptionSpec> options() {
    PrintStream none =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    Terminal nowhere = new Terminal(
        InputStream.nullInputStream(), OutputStream.nullOutputStream(), none, false, false);
    return new CommandLine(new ReplayCommand(nowhere)).getCommandSpec().options();
  }

  /** Returns the arguments for a replay of the file. */
  String[] draw(String file) {
    List<String> arguments = new ArrayList<>(List.of("replay"));
    for (int i = random.nextInt(5); i > 0; i--) {
      add(OPTIONS.get(random.nextInt(OPTIONS.size())), arguments);
    }
    if (random.nextInt(20) == 0) {
      arguments.add(value());
    }
    if (random.nextInt(30) > 0) {
      arguments.add(random.nextBoolean() ? arguments.size() : 1, file);
    }
    return arguments.toArray(String[]::new);
  }

  private void add(OptionSpec option, List<String> arguments) {
    boolean takesValue = option.arity().max() > 0;
    if (random.nextInt(30) == 0) {
      takesValue = !takesValue;
    }
    if (takesValue && random.nextInt(4) == 0) {
      arguments.add(option.longestName() + "=" + value());
      return;
    }
    arguments.add(option.longestName());
    if (takesValue) {
      arguments.add(value());
    }
  }

  private String value() {
    if (random.nextInt(200) == 0) {
      return "9".repeat(100_000);
    }
    return random.nextInt(10) == 0
        ? String.valueOf((char) random.nextInt(0x10000))
        : VALUES[random.nextInt(VALUES.length)];
  }
}
