package dev.recloser.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The whole demo on real sockets, and so in real time: three seconds of it. */
class EndpointDemoTest {

  @Test
  void takesBothClientsThroughTheAilmentsAndLeavesNoThreadOfItsOwn() throws Exception {
    StringWriter text = new StringWriter();
    try (EndpointDemo demo = new EndpointDemo(new Plan(4, Duration.ofSeconds(3)), 60)) {
      demo.run(new PrintWriter(text), Palette.PLAIN);
    }

    List<String> lines = text.toString().lines().toList();
    assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
    assertThat(lines).filteredOn(line -> line.matches(" \\d s .*")).hasSize(3);
    assertThat(lines).filteredOn(line -> line.startsWith("     -- ")).hasSize(4);
    assertThat(lines)
        .anySatisfy(line -> assertThat(line).matches("failed +[1-9]\\d* .*"))
        .anySatisfy(line -> assertThat(line).matches("  on C while dead +[1-9]\\d* .*"));
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(thread -> thread.isAlive() && !thread.isInterrupted())
        .filteredOn(thread -> thread.getName().startsWith("demo-"))
        .allSatisfy(thread -> thread.join(1_000))
        .noneMatch(Thread::isAlive);
  }
}
