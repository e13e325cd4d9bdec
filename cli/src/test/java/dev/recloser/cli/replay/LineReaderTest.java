package dev.recloser.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class LineReaderTest {

  @Test
  void cutsAtLineEndsOfBothKinds() throws Exception {
    assertThat(lines("a\nb\r\n\nc")).containsExactly("a", "b", "", "c");
  }

  @Test
  void aLineEndAtTheVeryEndBeginsNoLine() throws Exception {
    assertThat(lines("a\n")).containsExactly("a");
    assertThat(lines("")).isEmpty();
    assertThat(lines("\n")).containsExactly("");
  }

  @Test
  void passesOverAByteOrderMark() throws Exception {
    assertThat(lines("\ufeffa\n\ufeffb")).containsExactly("a", "\u00ef\u00bb\u00bfb");
  }

  @Test
  void takesALineOfTheGreatestLength() throws Exception {
    String longest = "x".repeat(LineReader.LONGEST_LINE);

    assertThat(lines("a\n" + longest + "\r\nb")).containsExactly("a", longest, "b");
    assertThat(lines(longest)).containsExactly(longest);
  }

  @Test
  void refusesALongerLineAndKnowsItsNumber() throws Exception {
    for (String tooLong : List.of("x".repeat(LineReader.LONGEST_LINE + 1), "x".repeat(1_000_000))) {
      for (String end : List.of("", "\n", "\nb")) {
        LineReader reader = new LineReader(stream("a\n" + tooLong + end));
        reader.next();

        assertThatThrownBy(reader::next)
            .isInstanceOf(BadLineException.class)
            .hasMessage("a line must not be longer than 65,536 bytes, but this one is");
        assertThat(reader.number()).isEqualTo(2);
      }
    }
  }

  @RepeatedTest(20)
  void findsTheSameLinesHoweverTheBytesArrive(RepetitionInfo repetition) throws Exception {
    Random random = new Random(repetition.getCurrentRepetition());
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      expected.add("y".repeat(random.nextInt(200)));
    }
    InputStream drops = new Drops(String.join("\n", expected) + "\n", random);

    assertThat(lines(new LineReader(drops))).isEqualTo(expected);
  }

  private static List<String> lines(String text) throws Exception {
    return lines(new LineReader(stream(text)));
  }

  private static List<String> lines(LineReader reader) throws Exception {
    List<String> lines = new ArrayList<>();
    for (Slice line = reader.next(); line != null; line = reader.next()) {
      lines.add(line.toString());
    }
    return lines;
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Gives a few bytes at a time. */
  private static final class Drops extends InputStream {
    private final InputStream in;
    private final Random random;

    Drops(String text, Random random) {
      this.in = stream(text);
      this.random = random;
    }

    @Override
    public int read() throws IOException {
      return in.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return in.read(bytes, offset, Math.min(length, 1 + random.nextInt(500)));
    }
  }
}
