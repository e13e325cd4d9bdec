package dev.recloser.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.bench.goal.Floor;
import dev.recloser.bench.result.JsonFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {
  @TempDir
  Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void writeFloors() throws IOException {
    JsonFile.write(
        folder.resolve("floors.json"),
        List.of(
            new Floor("fast", "P", Map.of(), 1, "ours", List.of("bare"), 0.5),
            new Floor("small", "Memory", Map.of(), 1, "ours", List.of("theirs"), 8)));
  }

  @Test
  void isGreenWhereAllRatiosHaveReachedTheirFloors() throws IOException {
    assertThat(check("--from", result(2, 1, 100, 800))).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("ok    fast                     0.50, floor 0.50")
        .contains("all floors hold");
  }

  @Test
  void failsWhereOneIsUnderItsFloor() throws IOException {
    assertThat(check("--from", result(2.1, 1, 100, 800))).isEqualTo(1);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("UNDER fast")
        .contains("ok    small")
        .contains("1 of 2 do not hold");
  }

  @Test
  void failsWhereAFloorWasNotMeasured() throws IOException {
    Path file = folder.resolve("empty.json");
    JsonFile.write(file, new Sample().result());
    assertThat(check("--from", file.toString())).isEqualTo(1);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("not measured");
  }

  @Test
  void recordsFloorsWithSlack() throws IOException {
    assertThat(check("--record", "--from", result(1, 1, 100, 1000))).isZero();
    assertThat(Floor.readAll(folder.resolve("floors.json")))
        .extracting(Floor::floor)
        .containsExactly(0.6, 6.0);
  }

  @Test
  void refusesAFileThatIsNoResultInOneLine() throws IOException {
    Path text = Files.writeString(folder.resolve("text.json"), "nothing");
    Path other = Files.writeString(folder.resolve("other.json"), "{\"mode\": \"short\"}");
    Path list = Files.writeString(folder.resolve("list.json"), "[]");
    for (Path file : List.of(text, other, list, folder.resolve("missing.json"))) {
      err.reset();
      assertThat(check("--from", file.toString())).as(file.toString()).isEqualTo(2);
      assertThat(err.toString(StandardCharsets.UTF_8))
          .startsWith("bench/check: --from " + file + ": ")
          .hasLineCount(1);
    }
  }

  @Test
  void refusesAnUnknownOptionInOneLine() {
    assertThat(check("--fast")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualToIgnoringNewLines(
            "bench/check: Unknown option: '--fast' (try 'bench/check --help')");
  }

  @Test
  void showsHelp() {
    assertThat(check("--help")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("Usage: bench/check");
  }

  private String result(double ours, double bare, double ourBytes, double theirBytes)
      throws IOException {
    Path file = folder.resolve("result.json");
    JsonFile.write(
        file,
        new Sample()
            .row("P", "ours", 1, ours, 0)
            .row("P", "bare", 1, bare, 0)
            .retained("ours", ourBytes)
            .retained("theirs", theirBytes)
            .result());
    return file.toString();
  }

  private int check(String... args) {
    String[] all = new String[args.length + 1];
    all[0] = "check";
    System.arraycopy(args, 0, all, 1, args.length);
    return Main.run(
        new Home(folder),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        all);
  }
}
