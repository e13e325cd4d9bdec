package dev.recloser.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the guide to what the command prints. */
class CommandLineGuideTest {
  private static final Path GUIDE = Path.of("..", "docs", "guide", "command-line.md");
  private static final Pattern SESSION =
      Pattern.compile("```console\n\\$ \\./recloser (.*)\n([^`]*)```");
  private static final Pattern OPTION = Pattern.compile("--[a-z][a-z-]*");

  @ParameterizedTest
  @MethodSource("sessions")
  void eachSessionPrintsWhatTheGuideShows(String arguments, String output) {
    Run run = Run.of(arguments.replace("examples/", "../examples/").split(" "));

    assertThat(run).isEqualTo(new Run(0, output, ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"demo", "replay"})
  void everyOptionIsInTheGuide(String command) throws IOException {
    String help = Run.of(command, "--help").out();
    List<String> options =
        OPTION.matcher(help).results().map(MatchResult::group).toList();

    assertThat(OPTION.matcher(guide()).results().map(MatchResult::group))
        .containsAll(
            options.stream().filter(option -> !option.equals("--version")).toList());
  }

  @Test
  void theGuideNamesNoOptionThatDoesNotExist() throws IOException {
    String help = Run.of("demo", "--help").out() + Run.of("replay", "--help").out();

    assertThat(OPTION.matcher(guide()).results().map(MatchResult::group))
        .allSatisfy(option -> assertThat(help).contains(option));
  }

  static List<Arguments> sessions() throws IOException {
    List<Arguments> sessions = SESSION
        .matcher(guide())
        .results()
        .map(session -> Arguments.of(session.group(1), session.group(2)))
        .toList();
    assertThat(sessions).hasSize(4);
    return sessions;
  }

  private static String guide() throws IOException {
    return Files.readString(GUIDE);
  }
}
