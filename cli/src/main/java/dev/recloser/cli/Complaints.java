package dev.recloser.cli;

import dev.recloser.cli.terminal.Printable;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.regex.Pattern;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;

/** Says in one line what went wrong; each method returns the exit code that goes with it. */
record Complaints(PrintStream err) {
  private static final Pattern OPTION =
      Pattern.compile("^Invalid value for option '([^']+)'(?: \\(.*?\\))?: ");

  int badUsage(ParameterException e) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    String what = OPTION.matcher(message(e)).replaceFirst("$1 ");
    say(what + " (try '" + command + " --help')");
    return ExitCode.USAGE;
  }

  /** A reader that has seen enough, such as {@code head}, closes the pipe; that is no failure. */
  int failure(Exception e) {
    Throwable cause = e instanceof UncheckedIOException && e.getCause() != null ? e.getCause() : e;
    if (!(cause instanceof IOException)) {
      say("failed: " + cause);
      return ExitCode.SOFTWARE;
    }
    if ("Broken pipe".equals(cause.getMessage())) {
      return ExitCode.OK;
    }
    say("cannot write the output: " + message(cause));
    return ExitCode.SOFTWARE;
  }

  int outOfMemory() {
    say("out of memory: too many calls lie within --reorder of each other; shorten it, or give more"
        + " memory with JAVA_OPTS=-Xmx1g");
    return ExitCode.SOFTWARE;
  }

  private void say(String what) {
    err.println("recloser: " + Printable.of(what));
  }

  private static String message(Throwable e) {
    return String.valueOf(e.getMessage());
  }
}
