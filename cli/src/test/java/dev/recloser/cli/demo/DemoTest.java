package dev.recloser.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The whole demo on real sockets, and so in real time: three seconds of it. */
class DemoTest {

  @Test
  void takesBothClientsThroughTheOutageAndLeavesNoThreadOfItsOwn() throws Exception {
    StringWriter text = new StringWriter();
    try (Demo demo = new Demo(Duration.ofSeconds(3), 40)) {
      demo.run(new PrintWriter(text), Palette.PLAIN);
    }

    List<String> lines = text.toString().lines().toList();
    assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
    assertThat(lines).filteredOn(line -> line.matches(" \\d s  .*")).hasSize(3);
    assertThat(lines)
        .anySatisfy(line -> assertThat(line).startsWith("failed").doesNotContain(" 0 "))
        .anySatisfy(line -> assertThat(line).startsWith("rejected at once"))
        .anySatisfy(line -> assertThat(line).startsWith("The breaker"));
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(thread -> thread.isAlive() && !thread.isInterrupted())
        .filteredOn(thread -> thread.getName().startsWith("demo-"))
        .allSatisfy(thread -> thread.join(1_000))
        .noneMatch(Thread::isAlive);
  }
}
