package dev.recloser.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreakerConfig;
import dev.recloser.circuitbreaker.Recovery;
import dev.recloser.circuitbreaker.TripRule;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class BreakerOptionsTest {
  private static final CircuitBreakerConfig DEFAULTS = CircuitBreakerConfig.ofDefaults();

  @Test
  void whatIsNotSetIsTheLibrarys() {
    CircuitBreakerConfig config = config("");

    assertThat(config.tripRules()).isEqualTo(DEFAULTS.tripRules());
    assertThat(config.cooldown()).isEqualTo(DEFAULTS.cooldown());
    assertThat(config.recovery()).isEqualTo(DEFAULTS.recovery());
    assertThat(config.eagerHalfOpen()).isFalse();
  }

  @Test
  void aWindowAloneIsOneForTheDefaultRate() {
    double rate = LibraryDefaults.failureRate();

    assertThat(config("--window-calls 5").tripRules())
        .containsExactly(TripRule.failureRate(rate).overCalls(5));
    assertThat(config("--window-time 10s --minimum-calls 7").tripRules())
        .containsExactly(TripRule.failureRate(rate).over(Duration.ofSeconds(10)).minimumCalls(7));
  }

  @Test
  void onlyTheRulesThatAreNamedApply() {
    assertThat(config("--consecutive-failures 3").tripRules())
        .containsExactly(TripRule.consecutiveFailures(3));
    assertThat(config("--slow-call-rate 0.7 --slow-call-threshold 1s --window-calls 9")
            .tripRules())
        .containsExactly(TripRule.slowCallRate(0.7, Duration.ofSeconds(1)).overCalls(9));
  }

  @Test
  void rulesMayBeNamedTogetherAndShareTheWindow() {
    String options =
        "--failure-rate 0.3 --minimum-calls 4 --consecutive-failures 3 --slow-call-rate 1"
            + " --slow-call-threshold 200ms --window-calls 8";

    assertThat(config(options).tripRules())
        .containsExactlyInAnyOrder(
            TripRule.consecutiveFailures(3),
            TripRule.slowCallRate(1, Duration.ofMillis(200)).overCalls(8).minimumCalls(4),
            TripRule.failureRate(0.3).overCalls(8).minimumCalls(4));
  }

  @Test
  void aPlainCooldownHasNoJitter() {
    assertThat(config("--cooldown 10s").cooldown())
        .isEqualTo(Backoff.fixed(Duration.ofSeconds(10)));
    assertThat(config("--cooldown 10s --cooldown-jitter 0.2").cooldown())
        .isEqualTo(Backoff.fixed(Duration.ofSeconds(10)).withJitter(0.2));
  }

  @Test
  void aCooldownMayGrowWithAndWithoutACap() {
    assertThat(config("--cooldown 1s --cooldown-factor 2 --cooldown-cap 5s").cooldown())
        .isEqualTo(Backoff.exponential(Duration.ofSeconds(1), 2, Duration.ofSeconds(5)));
    assertThat(config("--cooldown 1s --cooldown-factor 2")
            .cooldown()
            .delay(21, Duration.ZERO, new Random()))
        .isEqualTo(Duration.ofSeconds(1 << 20));
  }

  @Test
  void theRecoveryIsTheOneThatIsNamed() {
    assertThat(config("--recovery-consecutive 2 --lease 3s").recovery())
        .isEqualTo(Recovery.consecutive(2).lease(Duration.ofSeconds(3)));
    assertThat(config("--recovery-probes 7 --recovery-rate 0.3").recovery())
        .isEqualTo(Recovery.probes(7).failureRate(0.3));
    assertThat(config("--lease 3s").recovery())
        .isEqualTo(DEFAULTS.recovery().lease(Duration.ofSeconds(3)));
  }

  @Test
  void optionsOfDifferentGroupsMayAlternate() {
    CircuitBreakerConfig config =
        config("--window-calls 5 --cooldown 1s --failure-rate 0.3 --lease 3s --minimum-calls 4");

    assertThat(config.tripRules())
        .containsExactly(TripRule.failureRate(0.3).overCalls(5).minimumCalls(4));
    assertThat(config.cooldown()).isEqualTo(Backoff.fixed(Duration.ofSeconds(1)));
  }

  private static CircuitBreakerConfig config(String options) {
    Host host = new Host();
    new CommandLine(host).parseArgs(options.isEmpty() ? new String[0] : options.split(" "));
    return host.options.config();
  }

  @Command
  private static final class Host {
    @Mixin
    private final BreakerOptions options = new BreakerOptions();
  }
}
