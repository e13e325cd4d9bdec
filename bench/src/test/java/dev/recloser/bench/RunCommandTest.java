package dev.recloser.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.bench.result.JsonFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCommandTest {
  @TempDir
  Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void rendersEveryTargetWithTablesAndCharts() throws IOException {
    Map<String, String> window = Map.of("calls", "100");
    write(new Sample()
        .row("ClosedHealthy", "bare", 1, 1, 0)
        .row("ClosedHealthy", "recloser", window, 1, 2, 0)
        .row("ClosedHealthy", "recloser", Map.of("calls", "1000"), 1, 3, 0)
        .row("ClosedHealthy", "resilience4jLock", window, 1, 50, 0)
        .row("ClosedHealthy", "resilience4jLockFree", window, 1, 90, 208)
        .row("ClosedTimeWindow", "clock", 1, 20, 0)
        .row("ClosedTimeWindow", "recloser", 1, 50, 0)
        .retained("recloser", 350));
    assertThat(run("--render")).isZero();
    assertThat(Files.readString(folder.resolve("results/README.md")))
        .contains("## The short run of 2026-01-01")
        .contains("≤ bare call + 2 ns | 1 | 2.00 ns | bare 1.00 ns | +1.00 ns | yes |")
        .contains(
            "≥ 30× faster than Resilience4j | 1 | 2.00 ns | resilience4jLock 50.0 ns | 25.0× | **no** |")
        .contains("| standard pipeline without timeouts, healthy | ≤ 60 ns | 1 | not measured |")
        .contains("| resilience4jLockFree | calls 100 | 90.0 | 45.0 | 208 |")
        .contains("| bare |  | 1.00 | – | 0 |") // ours has two windows
        .contains("| clock |  | 20.0 | 0.40 | 0 |")
        .contains("| recloser | 1,000 | yes | 350 | 100 |")
        .contains("![ClosedHealthy: ns a call, 1 thread](short-ClosedHealthy.svg)");
    assertThat(Files.readString(folder.resolve("results/short-ClosedHealthy-by-window.svg")))
        .startsWith("<svg")
        .contains("recloser calls 1000")
        .endsWith("</svg>\n");
  }

  @Test
  void showsWhatWasKeptUnderAnotherNameAfterTheOthersAndWithoutTargets() throws IOException {
    write(new Sample().row("ClosedHealthy", "bare", 1, 1, 0));
    Files.copy(folder.resolve("results/short.json"), folder.resolve("results/another.json"));

    assertThat(run("--render")).isZero();

    String page = Files.readString(folder.resolve("results/README.md"));
    assertThat(page)
        .containsSubsequence("## The short run", "not measured", "## The another run", "| bare |");
    assertThat(page.substring(page.indexOf("another run"))).doesNotContain("not measured");
  }

  @Test
  void forgetsTheChartsOfAnEarlierResult() throws IOException {
    write(new Sample().row("ClosedHealthy", "bare", 1, 1, 0));
    Path old = Files.writeString(folder.resolve("results/short-Gone.svg"), "<svg/>");
    assertThat(run("--render")).isZero();
    assertThat(old).doesNotExist();
  }

  @Test
  void leavesThePageAndItsChartsAsTheyAreWhenAResultCannotBeRead() throws IOException {
    write(new Sample().row("ClosedHealthy", "bare", 1, 1, 0));
    assertThat(run("--render")).isZero();
    Path chart = folder.resolve("results/short-ClosedHealthy.svg");
    assertThat(chart).exists();
    Files.writeString(folder.resolve("results/broken.json"), "{");

    assertThat(run("--render")).isEqualTo(1);
    assertThat(chart).exists();
  }

  @Test
  void makesTheFolderOfResultsInACleanClone() throws IOException {
    Files.copy(Path.of("targets.json"), folder.resolve("targets.json"));
    assertThat(run("--render")).isZero();
    assertThat(folder.resolve("results/README.md")).isNotEmptyFile();
    JsonFile.write(folder.resolve("new/result.json"), new Sample().result());
    assertThat(folder.resolve("new/result.json")).isNotEmptyFile();
  }

  @Test
  void refusesWhatItCannotMeasureInOneLine() throws IOException {
    write(new Sample());
    assertThat(run("--only", "NoSuchPath")).isEqualTo(2);
    assertThat(run("--only", "(")).isEqualTo(2);
    assertThat(run("--render", "--full")).isEqualTo(2);
    assertThat(run("--keep", "../elsewhere")).isEqualTo(2);
    assertThat(run("--keep", "short")).isEqualTo(2);
    assertThat(run("--keep", "name", "--smoke")).isEqualTo(2);
    assertThat(run("--keep", "name", "--out", "file")).isEqualTo(2);
    assertThat(run("--render", "--keep", "name")).isEqualTo(2);
    assertThat(run("now")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8).lines()).hasSize(9);
  }

  private void write(Sample sample) throws IOException {
    Files.createDirectories(folder.resolve("results"));
    Files.copy(Path.of("targets.json"), folder.resolve("targets.json"));
    JsonFile.write(folder.resolve("results/short.json"), sample.result());
  }

  private int run(String... args) {
    String[] all = new String[args.length + 1];
    all[0] = "run";
    System.arraycopy(args, 0, all, 1, args.length);
    return Main.run(
        new Home(folder),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        all);
  }
}
