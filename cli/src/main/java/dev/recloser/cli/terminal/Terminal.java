package dev.recloser.cli.terminal;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Where a command reads and writes, and at which end a person sits.
 *
 * @param in standard input
 * @param out standard output; unlike {@link System#out} it throws when nobody takes what it is given
 * @param err standard error
 * @param outIsSeen whether standard output is a terminal
 * @param errIsSeen whether standard error is a terminal
 */
public record Terminal(
    InputStream in, OutputStream out, PrintStream err, boolean outIsSeen, boolean errIsSeen) {

  /**
   * Returns the terminal of this process. The script that starts it says by two system properties
   * what is a terminal, for Java has no way to ask about standard error.
   */
  public static Terminal ofProcess() {
    return new Terminal(
        System.in,
        new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16),
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
        Boolean.getBoolean("recloser.terminal.out"),
        Boolean.getBoolean("recloser.terminal.err"));
  }
}
