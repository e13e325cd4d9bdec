package dev.recloser.cli.replay;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreakerConfig;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.cli.option.Seed;
import dev.recloser.time.TimeSource;
import java.util.List;
import java.util.Random;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The settings of the breaker that a replay can vary; what is not set keeps the library's default. */
final class BreakerOptions {
  @ArgGroup(
      validate = false,
      exclusive = false,
      heading = "%nWhen it trips (any one rule suffices):%n")
  private final TripOptions trip = new TripOptions();

  @ArgGroup(validate = false, exclusive = false, heading = "%nHow long it stays open:%n")
  private final CooldownOptions cooldown = new CooldownOptions();

  @ArgGroup(validate = false, exclusive = false, heading = "%nHow it closes again:%n")
  private final RecoveryOptions recovery = new RecoveryOptions();

  @Option(
      names = "--eager-half-open",
      description = "become half-open when the cooldown ends, not at the next call")
  private boolean eagerHalfOpen;

  @Option(
      names = "--seed",
      paramLabel = "<number>",
      defaultValue = "1",
      converter = Seed.class,
      description =
          "where random numbers start (default: ${DEFAULT-VALUE}); same seed, same replay")
  private long seed;

  /** Returns the settings that all breakers made from these options share. */
  CircuitBreakerConfig config() {
    CircuitBreakerConfig.Builder config = CircuitBreakerConfig.builder();
    List<TripRule> rules = trip.rules();
    if (!rules.isEmpty()) {
      config.tripWhen(rules.toArray(TripRule[]::new));
    }
    cooldown.backoff().ifPresent(config::cooldown);
    return config.recovery(recovery.recovery()).eagerHalfOpen(eagerHalfOpen).build();
  }

  /** Returns a new breaker that runs on the given time. */
  CircuitBreaker breaker(TimeSource time) {
    CircuitBreakerConfig config =
        config().toBuilder().timeSource(time).random(new Random(seed)).build();
    return CircuitBreaker.of("replay", config);
  }
}
