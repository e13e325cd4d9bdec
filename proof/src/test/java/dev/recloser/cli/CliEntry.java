package dev.recloser.cli;

import dev.recloser.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * One run of the command line within this process, and what it left.
 *
 * @param exit its exit code
 * @param out what it printed
 * @param err what it complained of
 */
public record CliEntry(int exit, String out, String err) {

  /** Runs the command line. */
  public static CliEntry run(byte[] input, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal = new Terminal(
        new ByteArrayInputStream(input),
        out,
        new PrintStream(err, true, StandardCharsets.UTF_8),
        false,
        false);
    int exit = Main.run(terminal, args);
    return new CliEntry(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
