package dev.recloser.cli.replay;

import dev.recloser.circuitbreaker.RateRule;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.cli.option.Count;
import dev.recloser.cli.option.Decimal;
import dev.recloser.cli.option.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** When the breaker trips. Without any of these options the library's default rule holds. */
final class TripOptions {
  @Option(
      names = "--failure-rate",
      paramLabel = "<rate>",
      converter = Decimal.Rate.class,
      description = "trip at this share of failed calls in the window, in (0, 1]")
  @Nullable
  Double failureRate;

  @Option(
      names = "--slow-call-rate",
      paramLabel = "<rate>",
      converter = Decimal.Rate.class,
      description = "trip at this share of slow calls in the window, in (0, 1]")
  @Nullable
  Double slowCallRate;

  @Option(
      names = "--slow-call-threshold",
      paramLabel = "<duration>",
      converter = Span.Positive.class,
      description = "a call that takes so long, or longer, is slow")
  @Nullable
  Duration slowCallThreshold;

  @Option(
      names = "--window-calls",
      paramLabel = "<calls>",
      converter = WindowSize.class,
      description = "take rates over the last calls, at most 1,000,000")
  @Nullable
  Integer windowCalls;

  @Option(
      names = "--window-time",
      paramLabel = "<duration>",
      converter = Span.Positive.class,
      description = "take rates over the last span of time")
  @Nullable
  Duration windowTime;

  @Option(
      names = "--minimum-calls",
      paramLabel = "<calls>",
      converter = Count.class,
      description = "do not trip on a rate of fewer calls")
  @Nullable
  Integer minimumCalls;

  @Option(
      names = "--consecutive-failures",
      paramLabel = "<calls>",
      converter = Count.class,
      description = "trip at so many failures in a row")
  @Nullable
  Integer consecutiveFailures;

  /** Returns the rules that were asked for; none means the default. */
  List<TripRule> rules() {
    checkForContradictions();
    List<TripRule> rules = new ArrayList<>();
    if (consecutiveFailures != null) {
      rules.add(TripRule.consecutiveFailures(consecutiveFailures));
    }
    if (slowCallRate != null && slowCallThreshold != null) {
      rules.add(overWindow(TripRule.slowCallRate(slowCallRate, slowCallThreshold)));
    }
    if (failureRate != null || (rules.isEmpty() && shapesWindow())) {
      double rate = failureRate != null ? failureRate : LibraryDefaults.failureRate();
      rules.add(overWindow(TripRule.failureRate(rate)));
    }
    return rules;
  }

  private void checkForContradictions() {
    Contradiction.when(
        windowCalls != null && windowTime != null,
        "--window-calls and --window-time exclude each other: a window has one size");
    Contradiction.when(
        slowCallRate != null && slowCallThreshold == null,
        "--slow-call-rate needs --slow-call-threshold, which says what is slow");
    Contradiction.when(
        slowCallThreshold != null && slowCallRate == null,
        "--slow-call-threshold needs --slow-call-rate, which says how many are too many");
    Contradiction.when(
        consecutiveFailures != null
            && failureRate == null
            && slowCallRate == null
            && shapesWindow(),
        "--consecutive-failures has no window: --window-calls, --window-time and --minimum-calls"
            + " need --failure-rate or --slow-call-rate");
    Contradiction.when(
        windowCalls != null && minimumCalls != null && minimumCalls > windowCalls,
        "--minimum-calls (" + minimumCalls + ") must be at most --window-calls (" + windowCalls
            + ")");
  }

  /** As many calls as a window can hold. */
  static final class WindowSize extends Count {

    WindowSize() {
      super(1, 1_000_000);
    }
  }

  private boolean shapesWindow() {
    return windowCalls != null || windowTime != null || minimumCalls != null;
  }

  private TripRule overWindow(RateRule rule) {
    RateRule shaped = rule;
    if (windowCalls != null) {
      shaped = shaped.overCalls(windowCalls);
    }
    if (windowTime != null) {
      shaped = shaped.over(windowTime);
    }
    return minimumCalls != null ? shaped.minimumCalls(minimumCalls) : shaped;
  }
}
