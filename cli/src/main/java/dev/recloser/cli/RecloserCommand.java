package dev.recloser.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command without a subcommand: it has only its help to give. */
@Command(
    name = "recloser",
    description = "Shows what a circuit breaker does, live or on recorded calls.",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = RecloserCommand.Version.class,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:failed", "2:bad usage or bad input"})
final class RecloserCommand implements Runnable {
  @Spec
  @SuppressWarnings("NullAway.Init") // by picocli
  private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is needed: demo or replay");
  }

  /** Reads the version from the jar. */
  static final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
      String version = RecloserCommand.class.getPackage().getImplementationVersion();
      return new String[] {"recloser " + (version == null ? "(not packaged)" : version)};
    }
  }
}
