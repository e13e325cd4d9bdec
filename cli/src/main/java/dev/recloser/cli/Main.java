package dev.recloser.cli;

import dev.recloser.cli.demo.DemoCommand;
import dev.recloser.cli.replay.ReplayCommand;
import dev.recloser.cli.terminal.Terminal;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Runs the command line. Exit codes: 0 done, 1 failed, 2 bad usage or bad input. */
public final class Main {
  private static final int HELP_WIDTH = 100;

  private Main() {}

  /** Runs the command that the arguments name, and ends the process. */
  public static void main(String[] args) {
    System.exit(run(Terminal.ofProcess(), args));
  }

  static int run(Terminal terminal, String... args) {
    Complaints complaints = new Complaints(terminal.err());
    PrintWriter out =
        new PrintWriter(new OutputStreamWriter(terminal.out(), StandardCharsets.UTF_8));
    CommandLine commandLine = new CommandLine(new RecloserCommand())
        .addSubcommand(new DemoCommand(terminal))
        .addSubcommand(new ReplayCommand(terminal))
        .addSubcommand(new HelpCommand())
        .setExpandAtFiles(false)
        .setUsageHelpWidth(HELP_WIDTH)
        .setUsageHelpLongOptionsMaxWidth(HELP_WIDTH / 3)
        .setOut(out)
        .setColorScheme(
            CommandLine.Help.defaultColorScheme(terminal.outIsSeen() ? Ansi.ON : Ansi.OFF))
        .setExecutionStrategy(Main::executeOnce)
        .setParameterExceptionHandler((e, arguments) -> complaints.badUsage(e))
        .setExecutionExceptionHandler((e, command, result) -> complaints.failure(e));
    try {
      int exit = commandLine.execute(args);
      if (exit == ExitCode.OK) {
        out.flush();
        terminal.out().flush();
      }
      return exit;
    } catch (IOException e) {
      return complaints.failure(e);
    } catch (OutOfMemoryError e) {
      return complaints.outOfMemory();
    }
  }

  /** Two values for one option contradict each other, also where the parser would take the last. */
  private static int executeOnce(ParseResult parsed) {
    for (ParseResult command = parsed; command != null; command = command.subcommand()) {
      for (OptionSpec option : command.matchedOptions()) {
        if (!option.isMultiValue() && option.originalStringValues().size() > 1) {
          throw new ParameterException(
              command.commandSpec().commandLine(),
              "option '" + option.longestName() + "' should be specified only once");
        }
      }
    }
    return new CommandLine.RunLast().execute(parsed);
  }
}
