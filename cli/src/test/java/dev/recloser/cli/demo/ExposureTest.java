package dev.recloser.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExposureTest {

  @Test
  void countsFromTheOnsetToTheRecovery() {
    long[] sent = {5, 7};
    Exposure exposure = new Exposure(endpoint -> sent[endpoint]);

    exposure.fellIll(1);
    sent[0] += 100;
    sent[1] += 20;
    exposure.recovered(1);
    exposure.recovered(0); // was never ill
    sent[1] += 300;

    assertThat(exposure.whileIll(0)).isZero();
    assertThat(exposure.whileIll(1)).isEqualTo(20);
  }
}
