package dev.recloser.endpoint;

import dev.recloser.check.Argument;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Which endpoints of a pool are ejected for the outcomes of their calls, and for how long. Immutable.
 *
 * <p>Rules judge the endpoints whenever an interval has passed, on the next call; the rule of consecutive failures does so
 * at once. An ejected endpoint gets no calls for the base time times a multiplier, up to the longest time; the multiplier
 * grows by one with each ejection and falls by one with each interval that passes in calm. Ejected endpoints are not
 * judged. Before each ejection it is asked whether the share of those ejected has reached its limit, so that one endpoint
 * can always go, however few there are, unless the limit is zero; the worst goes first.
 *
 * <p>The algorithm is that of gRPC proposal A50, <i>Outlier Detection</i>, with the consecutive failures of Envoy. Unlike
 * in A50 an endpoint comes back when its time is over rather than at the end of the interval, and cannot be ejected again
 * before.
 */
public final class OutlierDetection {
  private final Duration interval;
  private final Duration baseEjection;
  private final Duration maxEjection;
  private final double maxEjected;
  private final @Nullable SuccessRate successRate;
  private final @Nullable FailurePercentage failurePercentage;
  private final int consecutiveFailures;

  private OutlierDetection(Builder builder) {
    interval = Argument.positive("interval", builder.interval);
    baseEjection = Argument.positive("baseEjection", builder.baseEjection);
    maxEjection = longest(builder.maxEjection, baseEjection);
    maxEjected = Argument.share("maxEjected", builder.maxEjected);
    successRate = builder.successRate;
    failurePercentage = builder.failurePercentage;
    consecutiveFailures = builder.consecutiveFailures;
    Argument.require(
        successRate != null || failurePercentage != null || consecutiveFailures > 0,
        "ejectOutliers",
        "must have a rule: successRate, failurePercentage or consecutiveFailures",
        "none");
  }

  private static Duration longest(Duration most, Duration base) {
    Argument.positive("maxEjection", most);
    return most.compareTo(base) < 0 ? base : most;
  }

  /** Returns a detection by {@link SuccessRate#ofDefaults()} and 5 consecutive failures, with all other defaults. */
  public static OutlierDetection ofDefaults() {
    return builder()
        .successRate(SuccessRate.ofDefaults())
        .consecutiveFailures(5)
        .build();
  }

  /** Returns a builder holding the defaults, and no rule. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns how often the rules judge. */
  public Duration interval() {
    return interval;
  }

  /** Returns how long the first ejection lasts. */
  public Duration baseEjection() {
    return baseEjection;
  }

  /** Returns how long an ejection lasts at the most. */
  public Duration maxEjection() {
    return maxEjection;
  }

  /** Returns the share of the endpoints from which on no other is ejected. */
  public double maxEjected() {
    return maxEjected;
  }

  /** Returns the rule that compares endpoints, if it is on. */
  public Optional<SuccessRate> successRate() {
    return Optional.ofNullable(successRate);
  }

  /** Returns the rule that judges each endpoint's share of failed calls, if it is on. */
  public Optional<FailurePercentage> failurePercentage() {
    return Optional.ofNullable(failurePercentage);
  }

  /** Returns how many failures in a row eject, if any number does. */
  public OptionalInt consecutiveFailures() {
    return consecutiveFailures > 0 ? OptionalInt.of(consecutiveFailures) : OptionalInt.empty();
  }

  @Override
  public String toString() {
    return "OutlierDetection[interval=" + interval + ", baseEjection=" + baseEjection
        + ", maxEjection=" + maxEjection + ", maxEjected=" + maxEjected + ", successRate="
        + successRate + ", failurePercentage=" + failurePercentage + ", consecutiveFailures="
        + consecutiveFailures + "]";
  }

  /** Builds an {@link OutlierDetection}; what is not set keeps its default. */
  public static final class Builder {
    private Duration interval = Duration.ofSeconds(10);
    private Duration baseEjection = Duration.ofSeconds(30);
    private Duration maxEjection = Duration.ofMinutes(5);
    private double maxEjected = 0.1;
    private @Nullable SuccessRate successRate;
    private @Nullable FailurePercentage failurePercentage;
    private int consecutiveFailures;

    private Builder() {}

    /**
     * Sets how often the rules judge. Default: 10 seconds.
     *
     * @param interval the interval, positive
     */
    public Builder interval(Duration interval) {
      this.interval = interval;
      return this;
    }

    /**
     * Sets how long the first ejection lasts. Default: 30 seconds.
     *
     * @param base the time, positive
     */
    public Builder baseEjection(Duration base) {
      baseEjection = base;
      return this;
    }

    /**
     * Sets how long an ejection lasts at the most. Default: 5 minutes, or the base if that is longer.
     *
     * @param longest the time, positive; one shorter than the base counts as the base
     */
    public Builder maxEjection(Duration longest) {
      maxEjection = longest;
      return this;
    }

    /**
     * Sets the share of the endpoints from which on no other is ejected. Default: 0.1.
     *
     * @param share the share, in [0, 1]; with 0 none is ejected, with any other at least one can be
     */
    public Builder maxEjected(double share) {
      maxEjected = share;
      return this;
    }

    /**
     * Ejects endpoints whose success rate is far below that of the others. Default: off.
     *
     * @param rule the rule
     */
    public Builder successRate(SuccessRate rule) {
      successRate = Argument.notNull("successRate", rule);
      return this;
    }

    /**
     * Ejects endpoints of whose calls too many fail. Default: off.
     *
     * @param rule the rule
     */
    public Builder failurePercentage(FailurePercentage rule) {
      failurePercentage = Argument.notNull("failurePercentage", rule);
      return this;
    }

    /**
     * Ejects an endpoint at once after so many failures in a row. Default: off.
     *
     * @param failures how many, at least 1
     */
    public Builder consecutiveFailures(int failures) {
      consecutiveFailures = Argument.atLeast(1, "consecutiveFailures", failures);
      return this;
    }

    /**
     * Builds the detection.
     *
     * @throws IllegalArgumentException if a setting is out of its range, or there is no rule
     */
    public OutlierDetection build() {
      return new OutlierDetection(this);
    }
  }
}
