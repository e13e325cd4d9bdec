package dev.recloser.cli;

import dev.recloser.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * One run of the command line, and what it left.
 *
 * @param exit its exit code
 * @param out what it printed
 * @param err what it complained of
 */
record Run(int exit, String out, String err) {

  static Run of(String... args) {
    return withInput(new byte[0], args);
  }

  static Run withInput(byte[] input, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Run run = withOutput(input, out, args);
    return new Run(run.exit, out.toString(StandardCharsets.UTF_8), run.err);
  }

  static Run withOutput(byte[] input, OutputStream out, String... args) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal = new Terminal(
        new ByteArrayInputStream(input),
        out,
        new PrintStream(err, true, StandardCharsets.UTF_8),
        false,
        false);
    int exit = Main.run(terminal, args);
    return new Run(exit, "", err.toString(StandardCharsets.UTF_8));
  }
}
