package dev.recloser.testkit;

import dev.recloser.testkit.Line.Ending.Hangs;
import dev.recloser.testkit.Line.Ending.NoStage;
import dev.recloser.testkit.Line.Ending.Returns;
import dev.recloser.testkit.Line.Ending.Throws;
import java.io.IOException;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a script from text. The grammar is told in {@link Script}. */
final class ScriptText {
  private static final Pattern LINE = Pattern.compile(
      "\\s*([SFXRITHN])(?:\\(([^()]*)\\))?(?:~(\\d{1,9})(ms|s|m|h))?(\\*\\d{0,9})?");

  private ScriptText() {}

  static void read(String text, ScriptBuilder<String> script) {
    String lines = text.strip();
    Matcher matcher = LINE.matcher(lines);
    int at = 0;
    while (at < lines.length()) {
      matcher.region(at, lines.length());
      if (!matcher.lookingAt()) {
        throw new IllegalArgumentException(
            "script must be lines such as S, F(message), S~2s or" + " F*3, but was \"" + text
                + "\", which goes wrong at \"" + lines.substring(at) + "\"");
      }
      add(matcher, script);
      at = matcher.end();
    }
  }

  private static void add(Matcher line, ScriptBuilder<String> script) {
    script.add(line(line.group(1), line.group(2)));
    if (line.group(3) != null) {
      script.takes(Spans.of(Long.parseLong(line.group(3)), line.group(4)));
    }
    String repeated = line.group(5);
    if (repeated != null && repeated.length() > 1) {
      script.times(times(Integer.parseInt(repeated.substring(1)), line.group()));
    } else if (repeated != null) {
      script.forEver();
    }
  }

  private static int times(int count, String line) {
    Argument.require(
        count >= 1 && count <= ScriptBuilder.MOST_TIMES,
        "script",
        "must play a line from 1 to " + ScriptBuilder.MOST_TIMES + " times",
        line.strip());
    return count;
  }

  private static Line<String> line(String letter, @Nullable String given) {
    IntFunction<String> said = run -> given == null ? letter + run : given;
    Line.Ending<String> ending = switch (letter) {
      case "S" -> new Returns<>(said);
      case "F" -> new Throws<>(run -> new IOException(said.apply(run)), false);
      case "X" -> new Throws<>(run -> new Error(said.apply(run)), false);
      case "R" -> new Throws<>(run -> new ScriptedRejection(said.apply(run)), false);
      case "I" -> new Throws<>(run -> new InterruptedException(said.apply(run)), false);
      case "T" -> new Throws<>(run -> new IllegalStateException(said.apply(run)), true);
      case "H" -> new Hangs<>();
      case "N" -> new NoStage<>();
      default -> throw new AssertionError(letter);
    };
    return new Line<>(letter, ending);
  }
}
