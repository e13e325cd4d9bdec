package dev.recloser.cli.replay;

import dev.recloser.Backoff;
import dev.recloser.cli.option.Decimal;
import dev.recloser.cli.option.Span;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How long the breaker stays open. Without any of these options the library's default holds. */
final class CooldownOptions {
  /** Longer than any recording: a factor without a cap grows without one. */
  private static final Duration NO_CAP = Duration.ofDays(100 * 365);

  @Option(
      names = "--cooldown",
      paramLabel = "<duration>",
      converter = Span.Positive.class,
      description = "stay open so long before probing; exactly so long, without jitter")
  @Nullable
  Duration cooldown;

  @Option(
      names = "--cooldown-factor",
      paramLabel = "<factor>",
      converter = Decimal.Factor.class,
      description = "multiply the cooldown by this at each opening in a row")
  @Nullable
  Double factor;

  @Option(
      names = "--cooldown-cap",
      paramLabel = "<duration>",
      converter = Span.Positive.class,
      description = "never let it grow longer than this")
  @Nullable
  Duration cap;

  @Option(
      names = "--cooldown-jitter",
      paramLabel = "<share>",
      converter = Decimal.Share.class,
      description = "vary it at random by up to this share, in [0, 1]")
  @Nullable
  Double jitter;

  /** Returns the cooldown that was asked for; nothing means the default. */
  Optional<Backoff> backoff() {
    checkForContradictions();
    return Optional.ofNullable(cooldown)
        .map(this::growing)
        .map(backoff -> jitter == null ? backoff : backoff.withJitter(jitter));
  }

  private Backoff growing(Duration base) {
    return factor == null
        ? Backoff.fixed(base)
        : Backoff.exponential(base, factor, cap == null ? NO_CAP : cap);
  }

  private void checkForContradictions() {
    Contradiction.when(
        cooldown == null && (factor != null || jitter != null || cap != null),
        "--cooldown-factor, --cooldown-cap and --cooldown-jitter need --cooldown");
    Contradiction.when(
        cap != null && factor == null, "--cooldown-cap needs --cooldown-factor: nothing grows");
    Contradiction.when(
        cap != null && cooldown != null && cap.compareTo(cooldown) < 0,
        "--cooldown-cap must be at least --cooldown");
  }
}
