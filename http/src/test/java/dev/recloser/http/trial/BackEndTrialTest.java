package dev.recloser.http.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.endpoint.Choice;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The trial in short: the only test here that takes real time, since processes do. */
class BackEndTrialTest {

  @Test
  @Timeout(120)
  void aBackEndThatIsKilledAndComesBackIsHardlySeen() throws Exception {
    try (BackEndTrial trial = new BackEndTrial(Choice.roundRobin(), Duration.ofMillis(500))) {
      Figures figures = trial.killing(1, Duration.ofSeconds(5));
      System.out.println(figures);

      assertThat(figures.failedPercent()).isLessThan(0.5);
      // One that is chosen at the moment of an ejection, or of its end, may be counted as within.
      // If ejections were not heeded, there would be some 25 in half a second.
      assertThat(figures.toEjected()).isLessThan(5);
      assertThat(figures.leakedSockets()).isZero();
    }
  }
}
