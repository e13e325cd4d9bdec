package dev.recloser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A soak of one second; run {@link PipelineSoak} for longer ones. */
class PipelineSoakTest {

  @Test
  void nothingLeaks() throws InterruptedException {
    ByteArrayOutputStream report = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(report, false, StandardCharsets.UTF_8);
    PipelineSoak soak = new PipelineSoak(8);
    assertThat(soak.run(SoakThreads.platform(), 16, Duration.ofSeconds(1), out))
        .as(() -> report.toString(StandardCharsets.UTF_8))
        .isEmpty();
  }
}
