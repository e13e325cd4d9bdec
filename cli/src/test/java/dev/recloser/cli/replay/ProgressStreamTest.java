package dev.recloser.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.cli.terminal.Terminal;
import dev.recloser.time.ManualTimeSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgressStreamTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final ByteArrayOutputStream drawn = new ByteArrayOutputStream();
  private final PrintStream screen = new PrintStream(drawn, true, StandardCharsets.UTF_8);
  private final InputStream in = new ByteArrayInputStream(new byte[1_000]);

  @Test
  void drawsTenTimesASecondAndWipesItselfOut() throws IOException {
    try (ProgressStream stream = new ProgressStream(in, 1_000, screen, time)) {
      stream.read(new byte[250], 0, 250);
      assertThat(drawn.size()).isZero();

      time.advance(Duration.ofMillis(100));
      stream.read(new byte[250], 0, 250);
      assertThat(drawn).hasToString("\r[" + "#".repeat(20) + ".".repeat(20) + "]  50 %");
      drawn.reset();
    }

    assertThat(drawn).hasToString("\r" + " ".repeat(48) + "\r");
  }

  @Test
  void isLeftOutWhereItWouldNotBeSeenOrIsSoonOver() {
    assertThat(ProgressStream.of(in, 100 << 20, terminal(false))).isSameAs(in);
    assertThat(ProgressStream.of(in, 1_000, terminal(true))).isSameAs(in);
    assertThat(ProgressStream.of(in, 100 << 20, terminal(true))).isInstanceOf(ProgressStream.class);
  }

  private Terminal terminal(boolean errIsSeen) {
    return new Terminal(in, drawn, screen, false, errIsSeen);
  }
}
