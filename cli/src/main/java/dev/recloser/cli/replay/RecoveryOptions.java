package dev.recloser.cli.replay;

import dev.recloser.circuitbreaker.Recovery;
import dev.recloser.cli.option.Count;
import dev.recloser.cli.option.Decimal;
import dev.recloser.cli.option.Span;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How the breaker finds out that the dependency is well. */
final class RecoveryOptions {
  @Option(
      names = "--recovery-probes",
      paramLabel = "<probes>",
      converter = Count.class,
      description = "let through so many probes and judge them by rate")
  @Nullable
  Integer probes;

  @Option(
      names = "--recovery-rate",
      paramLabel = "<rate>",
      converter = Decimal.Rate.class,
      description = "open again at this share of failed probes, in (0, 1]")
  @Nullable
  Double rate;

  @Option(
      names = "--recovery-consecutive",
      paramLabel = "<probes>",
      converter = Count.class,
      description = "let through one probe at a time; so many good ones in a row close")
  @Nullable
  Integer consecutive;

  @Option(
      names = "--lease",
      paramLabel = "<duration>",
      converter = Span.Positive.class,
      description = "how long a probe may hold its slot before another may have it")
  @Nullable
  Duration lease;

  /** Returns the recovery that was asked for, and for the rest the library's. */
  Recovery recovery() {
    Contradiction.when(
        probes != null && consecutive != null,
        "--recovery-probes and --recovery-consecutive exclude each other");
    Contradiction.when(
        rate != null && consecutive != null,
        "--recovery-rate and --recovery-consecutive exclude each other: one failure reopens");
    Recovery recovery = kind();
    if (rate != null) {
      recovery = recovery.failureRate(rate);
    }
    return lease == null ? recovery : recovery.lease(lease);
  }

  private Recovery kind() {
    if (consecutive != null) {
      return Recovery.consecutive(consecutive);
    }
    return probes != null ? Recovery.probes(probes) : LibraryDefaults.recovery();
  }
}
