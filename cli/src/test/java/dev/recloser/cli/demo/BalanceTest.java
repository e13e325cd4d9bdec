package dev.recloser.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.cli.demo.Client.Result;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BalanceTest {

  @Test
  void saysWhatWasSavedAndWhatItCost() {
    Totals bare = new Totals(
        Map.of(Result.ANSWERED, 270L, Result.FAILED, 130L),
        Map.of(Result.ANSWERED, 1L, Result.FAILED, 60_300_000_000L));
    Totals guarded = new Totals(
        Map.of(Result.ANSWERED, 200L, Result.FAILED, 20L, Result.REJECTED, 180L),
        Map.of(Result.ANSWERED, 1L, Result.FAILED, 10_100_000_000L, Result.REJECTED, 900_000L));

    assertThat(printed(new Balance(bare, guarded, 200, 30))).isEqualTo("""

                                                 bare    guarded
            calls                                 400        400
            answered                              270        200
            failed                                130         20
            rejected at once                        0        180
            time spent on failed calls         60.3 s     10.1 s
            requests to the sick service          200         30

            What the breaker saved:
                   110  failed calls, which were rejected at once instead
                50.2 s  that callers spent waiting for no answer
                   170  requests that the sick service was spared
            A rejection took 5.0 µs on average.
            The price: 70 more calls got no answer; the slow service would have answered them, late.
            """);
  }

  @Test
  void saysNothingOfRejectionsAndOfAPriceWhereThereWereNone() {
    Totals both = new Totals(Map.of(Result.ANSWERED, 10L), Map.of(Result.ANSWERED, 10L));

    assertThat(printed(new Balance(both, both, 0, 0)))
        .doesNotContain("A rejection took")
        .doesNotContain("The price");
  }

  private static String printed(Balance balance) {
    StringWriter text = new StringWriter();
    balance.printTo(new PrintWriter(text));
    return text.toString();
  }
}
