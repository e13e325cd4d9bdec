package dev.recloser.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
  private static final byte[] ONE_CALL = "0,ok\n".getBytes(StandardCharsets.UTF_8);

  @ParameterizedTest
  @ValueSource(strings = {"--help", "demo --help", "replay --help"})
  void helpIsPrintedEverywhereAndIsNoError(String line) {
    Run run = Run.of(line.split(" "));

    assertThat(run.exit()).isZero();
    assertThat(run.out()).startsWith("Usage: recloser").contains("--help");
    assertThat(run.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--version", "demo --version", "replay --version"})
  void theVersionIsPrinted(String line) {
    Run run = Run.of(line.split(" "));

    assertThat(run.exit()).isZero();
    assertThat(run.out()).startsWith("recloser ");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
          ''                                      | a command is needed: demo or replay (try 'recloser --help')
          mend                                    | Unmatched argument at index 0: 'mend' (try 'recloser --help')
          replay                                  | Missing required parameter: 'FILE' (try 'recloser replay --help')
          replay - x                              | Unmatched argument at index 2: 'x' (try 'recloser replay --help')
          replay - --fast                         | Unknown option: '--fast' (try 'recloser replay --help')
          replay - --failure-rate NaN             | --failure-rate must be a fraction above 0, at most 1, but was "NaN" (try 'recloser replay --help')
          replay - --window-calls 0               | --window-calls must be a whole number, from 1 to 1000000, but was "0" (try 'recloser replay --help')
          replay - --cooldown -1s                 | --cooldown must not be negative, but was "-1s" (try 'recloser replay --help')
          replay - --fail-status 5yy              | --fail-status must be codes such as 5xx, 429 or 500-504, with commas between, but "5yy" is none (try 'recloser replay --help')
          replay - --calls --json                 | --calls and --json exclude each other (try 'recloser replay --help')
          replay - --lease 1s --lease 2s          | option '--lease' should be specified only once (try 'recloser replay --help')
          replay - --failure-rate 1 --failure-rate 1 | option '--failure-rate' should be specified only once (try 'recloser replay --help')
          replay - --seed x                       | --seed must be a whole number, but was "x" (try 'recloser replay --help')
          replay - --fail-status 700              | --fail-status must be codes such as 5xx, 429 or 500-504, with commas between, but "700" is none (try 'recloser replay --help')
          demo --seconds 1                        | --seconds must be a whole number, from 2 to 600, but was "1" (try 'recloser demo --help')
          demo --rate 201                         | --rate must be a whole number, from 1 to 200, but was "201" (try 'recloser demo --help')
          demo --endpoints 1                      | --endpoints must be a whole number, from 2 to 16, but was "1" (try 'recloser demo --help')
          demo --endpoints 17                     | --endpoints must be a whole number, from 2 to 16, but was "17" (try 'recloser demo --help')
          demo --endpoints four                   | --endpoints must be a whole number, from 2 to 16, but was "four" (try 'recloser demo --help')
          """)
  void badUsageIsOneLineThatNamesTheThingTheRuleAndTheValue(String line, String complaint) {
    Run run = Run.withInput(ONE_CALL, line.isEmpty() ? new String[0] : line.split(" "));

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).isEqualTo("recloser: " + complaint + System.lineSeparator());
    assertThat(run.out()).isEmpty();
  }

  @Test
  void aComplaintStaysOnOneLineWhateverWasTyped() {
    Run run = Run.of("replay", "a\nb");

    assertThat(run.err()).isEqualTo("recloser: a\\u000ab: no such file" + System.lineSeparator());
  }

  @Test
  void aReaderThatHasSeenEnoughIsNoFailure() {
    Run run = Run.withOutput(ONE_CALL, new BrokenOutput("Broken pipe"), "replay", "-", "--json");

    assertThat(run.exit()).isZero();
    assertThat(run.err()).isEmpty();
  }

  @Test
  void aFullDiskIsAFailureAndSaidOnce() {
    Run run = Run.withOutput(ONE_CALL, new BrokenOutput("No space left on device"), "replay", "-");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err())
        .isEqualTo(
            "recloser: cannot write the output: No space left on device" + System.lineSeparator());
  }

  private static final class BrokenOutput extends OutputStream {
    private final String message;

    BrokenOutput(String message) {
      this.message = message;
    }

    @Override
    public void write(int value) throws IOException {
      throw new IOException(message);
    }
  }
}
