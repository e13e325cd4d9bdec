package dev.recloser.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class EndpointBalanceTest {
  private static final Plan PLAN = new Plan(3, Duration.ofSeconds(20));

  @Test
  void saysWhatTheCallersSawAndWhatItCost() {
    Side plain = new Side(latencies(2_000, 50), 430, 2_000, exposure(275, 200));
    Side pool = new Side(latencies(2_000, 26), 1, 2_059, exposure(20, 15));

    assertThat(printed(new EndpointBalance(PLAN, plain, pool))).isEqualTo("""

            what the callers saw    plain round robin       pool
            requests                            2,000      2,000
            failed                                430          1
            failed, of all                    21.50 %     0.05 %
            mean time                           50 ms      26 ms
            half took at most                   50 ms      26 ms
            95 % took at most                   50 ms      26 ms
            99 % took at most                   50 ms      26 ms

            attempts                            2,000      2,059
              on A while bad                      275         20
              on B while slow                     200         15

            The pool spared its callers 429 failures.
            The price: 59 retries, 2.95 % of the requests.
            """);
  }

  @Test
  void oneIsOne() {
    Side plain = new Side(latencies(4, 94), 1, 4, exposure(1, 1));
    Side pool = new Side(latencies(4, 96), 0, 5, exposure(1, 0));

    assertThat(printed(new EndpointBalance(PLAN, plain, pool)))
        .endsWith("callers 1 failure.\nThe price: 1 retry, 25.00 % of the requests.\n");
  }

  @Test
  void withoutCallsThereIsNothingToSay() {
    Side none = new Side(latencies(0, 0), 0, 0, exposure(0, 0));

    assertThat(printed(new EndpointBalance(PLAN, none, none)))
        .contains("0.00 %")
        .doesNotContain("NaN");
  }

  private static Latencies latencies(int calls, int millis) {
    return new Latencies(Collections.nCopies(calls, millis * 1_000_000L));
  }

  private static Exposure exposure(long... whileIll) {
    long[] sent = new long[whileIll.length];
    Exposure exposure = new Exposure(endpoint -> sent[endpoint]);
    for (int i = 0; i < sent.length; i++) {
      exposure.fellIll(i);
      sent[i] = whileIll[i];
      exposure.recovered(i);
    }
    return exposure;
  }

  private static String printed(EndpointBalance balance) {
    StringWriter text = new StringWriter();
    balance.printTo(new PrintWriter(text));
    return text.toString();
  }
}
