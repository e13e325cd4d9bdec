package dev.recloser.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplayCommandTest {
  private static final Path DATA = Path.of("..", "examples", "data");
  private static final String SEED =
      "--window-calls 5 --minimum-calls 5 --failure-rate 0.5 --cooldown 10s --recovery-consecutive 2";
  private static final String NGINX =
      "--window-calls 20 --minimum-calls 10 --failure-rate 0.5 --cooldown 2s --recovery-probes 5";

  @TempDir
  private Path folder;

  @Nested
  class Examples {

    @Test
    void theSeedsTwelveCallsAreDecidedAsTheSeedPrints() {
      Run run = replay(DATA.resolve("seed-001.csv").toString(), "--calls " + SEED);

      assertThat(run).isEqualTo(new Run(0, """
                  t=    0ms  OK                                   state=CLOSED
                  t= 1000ms  OK                                   state=CLOSED
                  t= 2000ms  FAILED                               state=CLOSED
                  t= 3000ms  FAILED                               state=CLOSED
                  t= 4000ms  FAILED                               state=OPEN
                  t= 5000ms  REJECTED                             state=OPEN
                  t= 8000ms  REJECTED                             state=OPEN
                  t=14000ms  FAILED                               state=OPEN
                  t=20000ms  REJECTED                             state=OPEN
                  t=24000ms  OK                                   state=HALF_OPEN
                  t=25000ms  OK                                   state=CLOSED
                  t=26000ms  OK                                   state=CLOSED
                  """, ""));
    }

    @Test
    void theRecordedOutageTripsOnceForEachIncident() {
      Run run = replay(DATA.resolve("nginx-outage.log").toString(), "--json " + NGINX);

      assertThat(run.exit()).isZero();
      assertThat(run.out())
          .startsWith(
              "{\"calls\":2240,\"letThrough\":1516,\"rejected\":724,\"failuresLetThrough\":96,"
                  + "\"failuresAvoided\":650,\"goodRejected\":74,\"transitions\":["
                  + "{\"atMs\":20210,\"from\":\"CLOSED\",\"to\":\"OPEN\"},")
          .endsWith("{\"atMs\":76282,\"from\":\"HALF_OPEN\",\"to\":\"CLOSED\"}]}\n");
      assertThat(run.out().split("\"atMs\":"))
          .filteredOn(part -> part.contains("\"from\":\"CLOSED\""))
          .extracting(part -> part.substring(0, part.indexOf(',')))
          .containsExactly("20210", "51305", "74212");
    }

    @Test
    void aZippedStandardInputIsReplayedLikeTheFile() throws Exception {
      Path log = DATA.resolve("nginx-outage.log");
      String[] fromFile = args(log.toString(), "--calls " + NGINX);
      String[] fromInput = args("-", "--calls " + NGINX);

      assertThat(Run.withInput(zip(Files.readAllBytes(log)), fromInput))
          .isEqualTo(Run.of(fromFile));
    }

    @Test
    void theSummaryIsForPeople() {
      Run run = replay(DATA.resolve("seed-001.csv").toString(), SEED);

      assertThat(run.out()).isEqualTo("""
              calls              12  in 26.0 s
              let through         9
              rejected            3
              failures            4  let through
                                  3  avoided (42.9 % of 7 failures)
              good calls          0  wrongly rejected (0.0 % of 5 good calls)

              outages: 1 (5 failures in a row begin one, 5 good calls in a row end it)
                     2.000 s  lasted 18.0 s,   tripped after 2.0 s

              time in each state
                     5.000 s  CLOSED     19.2 %
                    20.000 s  OPEN       76.9 %
                     1.000 s  HALF_OPEN   3.8 %

              transitions: 5
                     4.000 s  CLOSED    -> OPEN
                    14.000 s  OPEN      -> HALF_OPEN
                    14.000 s  HALF_OPEN -> OPEN
                    24.000 s  OPEN      -> HALF_OPEN
                    25.000 s  HALF_OPEN -> CLOSED
              """);
    }
  }

  @Nested
  class BadInput {

    @Test
    void isNamedInOneLine() throws Exception {
      assertBad("none.csv", null, "no such file");
      assertBad("empty.csv", "", "holds no calls");
      assertBad("header.csv", "time_ms,outcome\n", "holds no calls");
      Files.createDirectory(folder.resolve("dir"));
      assertBad("dir", null, "is a directory, but a file of calls is needed");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            hello                | , line 1: expected CSV (time_ms,outcome[,duration_ms]), JSON lines or an access log, but found "hello"
            0,ok;;1,perhaps      | , line 3: outcome must be ok, fail or ignored, but was "perhaps"
            0,ok;1,ok,-1         | , line 2: a duration must not be negative, but was -1 ms
            0,ok;1,ok,NaN        | , line 2: duration_ms must be a number, but was "NaN"
            200000,ok;1,ok       | , line 2: this call starts 199999 ms before the newest time seen, but --reorder allows 120000 ms
            """)
    void isNamedWithItsLine(String lines, String complaint) throws Exception {
      Path file = folder.resolve("calls.csv");
      Files.writeString(file, lines.replace(';', '\n'));

      for (String how : new String[] {"--json", "--calls", "--minimum-calls 5"}) {
        assertThat(replay(file.toString(), how))
            .isEqualTo(new Run(2, "", "recloser: " + file + complaint + System.lineSeparator()));
      }
    }

    @Test
    void printsNoDecisionOfAFileWithABadEnd() throws Exception {
      Path file = folder.resolve("calls.csv");
      Files.writeString(file, "0,ok\n".repeat(100_000) + "999999,ok\n".repeat(2) + "x\n");

      assertThat(replay(file.toString(), "--calls").out()).isEmpty();
    }

    @Test
    void mayBeCutShort() throws Exception {
      byte[] whole = zip("0,ok\n".repeat(1_000).getBytes(StandardCharsets.UTF_8));
      byte[] cut = Arrays.copyOf(whole, whole.length - 4);

      assertThat(Run.withInput(cut, "replay", "-"))
          .isEqualTo(new Run(
              2,
              "",
              "recloser: standard input: the gzip data ends too early; the file is cut short"
                  + System.lineSeparator()));
    }

    @Test
    void mayBeDamaged() throws Exception {
      byte[] zipped = zip("0,ok\n".repeat(1_000).getBytes(StandardCharsets.UTF_8));
      zipped[zipped.length - 6] ^= 1;

      assertThat(Run.withInput(zipped, "replay", "-").err())
          .startsWith("recloser: standard input: the gzip data is damaged: ");
    }

    private void assertBad(String name, @org.jspecify.annotations.Nullable String text, String what)
        throws IOException {
      Path file = folder.resolve(name);
      if (text != null) {
        Files.writeString(file, text);
      }
      assertThat(replay(file.toString(), "--json"))
          .isEqualTo(new Run(2, "", "recloser: " + file + ": " + what + System.lineSeparator()));
    }
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
          --window-calls 5 --window-time 5s             | --window-calls and --window-time exclude each other: a window has one size
          --slow-call-rate 0.5                          | --slow-call-rate needs --slow-call-threshold, which says what is slow
          --slow-call-threshold 1s                      | --slow-call-threshold needs --slow-call-rate, which says how many are too many
          --consecutive-failures 3 --minimum-calls 5    | --consecutive-failures has no window: --window-calls, --window-time and --minimum-calls need --failure-rate or --slow-call-rate
          --minimum-calls 9 --window-calls 5            | --minimum-calls (9) must be at most --window-calls (5)
          --cooldown-factor 2                           | --cooldown-factor, --cooldown-cap and --cooldown-jitter need --cooldown
          --cooldown 1s --cooldown-cap 5s               | --cooldown-cap needs --cooldown-factor: nothing grows
          --cooldown 5s --cooldown-factor 2 --cooldown-cap 1s | --cooldown-cap must be at least --cooldown
          --recovery-probes 3 --recovery-consecutive 2  | --recovery-probes and --recovery-consecutive exclude each other
          --recovery-rate 0.5 --recovery-consecutive 2  | --recovery-rate and --recovery-consecutive exclude each other: one failure reopens
          """)
  void contradictoryOptionsAreRefused(String options, String complaint) {
    assertThat(replay("-", options))
        .isEqualTo(new Run(
            2,
            "",
            "recloser: " + complaint + " (try 'recloser replay --help')" + System.lineSeparator()));
  }

  private static Run replay(String file, String options) {
    return Run.of(args(file, options));
  }

  private static String[] args(String file, String options) {
    return Stream.concat(Stream.of("replay", file), Stream.of(options.split(" ")))
        .toArray(String[]::new);
  }

  private static byte[] zip(byte[] plain) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
      zip.write(plain);
    }
    return bytes.toByteArray();
  }
}
