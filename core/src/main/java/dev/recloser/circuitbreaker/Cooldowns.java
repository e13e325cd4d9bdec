package dev.recloser.circuitbreaker;

import dev.recloser.RetryAfter;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Draws the cooldown of the next opening from what the user set, whatever the user's function does. */
final class Cooldowns {
  static final Duration DEFAULT = Duration.ofSeconds(30);

  private Cooldowns() {}

  /**
   * A cooldown that was drawn.
   *
   * @param length how long
   * @param good the last one that the user's function made well
   * @param fault what the user's function threw, or did wrong; null if all went well
   */
  record Drawn(Duration length, Duration good, @Nullable Throwable fault) {}

  /**
   * Draws a cooldown.
   *
   * @param evidence the failure or the bad result that opens the breaker, which may say when to come back; or null
   * @param lastGood what is used if the user's function fails
   */
  static Drawn draw(
      CircuitBreakerConfig config,
      Epoch.History history,
      @Nullable Object evidence,
      Duration lastGood) {
    Duration good = lastGood;
    Duration length = good;
    Throwable fault = null;
    try {
      good = good(
          config.cooldown().delay(history.openings() + 1, history.cooldown(), config.random()));
      length = good;
      length = longer(good, hint(evidence, config.retryAfterCap()));
    } catch (Throwable thrown) {
      fault = thrown;
    }
    return new Drawn(length, good, fault);
  }

  private static Duration good(@Nullable Duration drawn) {
    if (drawn == null || drawn.isZero() || drawn.isNegative()) {
      throw new IllegalStateException("a cooldown must be positive, but was " + drawn);
    }
    return drawn;
  }

  private static Duration hint(@Nullable Object evidence, Duration cap) {
    Optional<Duration> hint =
        evidence instanceof RetryAfter hinting ? hinting.retryAfter() : Optional.empty();
    return hint.map(wait -> wait.compareTo(cap) < 0 ? wait : cap).orElse(Duration.ZERO);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) >= 0 ? one : other;
  }
}
