package dev.recloser.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;

/**
 * Runs the benchmarks, or checks them. Exit codes: 0 done, 1 failed or under a floor, 2 bad usage. The first argument is
 * {@code run} or {@code check}: the name of the script.
 */
public final class Main {
  private static final int HELP_WIDTH = 100;

  private Main() {}

  /** Runs what the arguments name, and ends the process. */
  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT); // Numbers in files and on pages are the same everywhere.
    System.exit(run(Home.ofProcess(), System.out, System.err, args));
  }

  static int run(Home home, PrintStream out, PrintStream err, String... args) {
    Callable<Integer> command =
        args[0].equals("check") ? new CheckCommand(home, out, err) : new RunCommand(home, out, err);
    CommandLine commandLine = new CommandLine(command)
        .setUsageHelpWidth(HELP_WIDTH)
        .setExpandAtFiles(false)
        .setOut(new PrintWriter(out, true))
        .setParameterExceptionHandler((e, arguments) -> badUsage(e, err))
        .setExecutionExceptionHandler((e, line, parsed) -> failure(e, err));
    return commandLine.execute(Arrays.copyOfRange(args, 1, args.length));
  }

  private static int badUsage(ParameterException e, PrintStream err) {
    String name = e.getCommandLine().getCommandName();
    err.println(name + ": " + firstLine(e) + " (try '" + name + " --help')");
    return ExitCode.USAGE;
  }

  /** Some of what is wrong, such as a pattern, is told in several lines. */
  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("bad usage");
  }

  private static int failure(Exception e, PrintStream err) {
    // What a file system says is often the file alone, without what is wrong with it.
    boolean told = (e instanceof IOException && !(e instanceof FileSystemException))
        || e instanceof RunnerException;
    err.println("bench: " + (told ? e.getMessage() : e));
    return ExitCode.SOFTWARE;
  }
}
