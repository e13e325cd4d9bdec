package dev.recloser.proof.fuzz;

import dev.recloser.cli.replay.ReplayCommand;
import dev.recloser.cli.terminal.Terminal;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

  /** What options can do with, by what they say that they take. */
  private static final Map<String, String[]> FITTING = Map.of(
      "<duration>", new String[] {"1s", "10s", "2m"},
      "<share>", new String[] {"0.5", "1", "0.1"},
      "<rate>", new String[] {"0.5", "1", "0.1"});

  private static final String[] NUMBERS = {"1", "5", "20", "5xx,429"};

  private final Random random;

  /** Whether there is little wrong with the line. */
  private boolean plain;

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

  /** Returns the names of the options. */
  static List<String> names() {
    return OPTIONS.stream().map(OptionSpec::longestName).toList();
  }

  /** Returns the names of the options that take a value, which may be a bad one. */
  static List<String> namesWithValue() {
    return OPTIONS.stream()
        .filter(option -> option.arity().max() > 0)
        .map(OptionSpec::longestName)
        .toList();
  }

  /** Returns the arguments for a replay of the file. */
  String[] draw(String file) {
    plain = random.nextBoolean();
    List<String> arguments = new ArrayList<>(List.of("replay"));
    for (int i = random.nextInt(plain ? 3 : 5); i > 0; i--) {
      OptionSpec option = OPTIONS.get(random.nextInt(OPTIONS.size()));
      add(option, arguments);
      if (plain && random.nextBoolean()) {
        addThoseBeside(option, arguments);
      }
    }
    if (!plain && random.nextInt(20) == 0) {
      arguments.add(value());
    }
    if (plain || random.nextInt(30) > 0) {
      arguments.add(random.nextBoolean() ? arguments.size() : 1, file);
    }
    return arguments.toArray(String[]::new);
  }

  /** Some do nothing without others, which begin as they do. */
  private void addThoseBeside(OptionSpec option, List<String> arguments) {
    for (OptionSpec other : OPTIONS) {
      if (!other.equals(option) && random.nextBoolean() && family(other).equals(family(option))) {
        add(other, arguments);
      }
    }
  }

  private static String family(OptionSpec option) {
    return option.longestName().split("-", 4)[2];
  }

  private void add(OptionSpec option, List<String> arguments) {
    boolean takesValue = option.arity().max() > 0;
    if (!plain && random.nextInt(30) == 0) {
      takesValue = !takesValue;
    }
    if (takesValue && random.nextInt(4) == 0) {
      arguments.add(option.longestName() + "=" + value(option));
      return;
    }
    arguments.add(option.longestName());
    if (takesValue) {
      arguments.add(value(option));
    }
  }

  private String value(OptionSpec option) {
    if (!plain) {
      return value();
    }
    String[] fitting = FITTING.getOrDefault(option.paramLabel(), NUMBERS);
    return fitting[random.nextInt(fitting.length)];
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
