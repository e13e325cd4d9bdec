package dev.recloser.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LatenciesTest {

  @Test
  void aQuantileIsWhatThatShareOfTheCallsDidNotExceed() {
    Latencies latencies = new Latencies(
        LongStream.rangeClosed(1, 100).map(i -> i * 1_000_000).boxed().toList());

    assertThat(latencies.quantile(0.5)).isEqualTo("50 ms");
    assertThat(latencies.quantile(0.99)).isEqualTo("99 ms");
    assertThat(latencies.quantile(1)).isEqualTo("100 ms");
    assertThat(latencies.mean()).isEqualTo("51 ms");
  }

  @Test
  void withoutCallsThereIsNone() {
    Latencies none = new Latencies(List.of());

    assertThat(none.mean()).isEqualTo("-");
    assertThat(none.quantile(0.5)).isEqualTo("-");
  }
}
