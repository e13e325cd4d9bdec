package dev.recloser.endpoint;

import dev.recloser.check.Argument;

/**
 * The rule of outlier detection that compares endpoints with each other: one whose success rate in the last interval is
 * further below the mean than so many standard deviations is ejected. So what ails all of them ejects none. Immutable.
 *
 * <p>The algorithm is the success rate of gRPC proposal A50, which has it from Envoy. Rates of 50, 100, 100, 100 and 100 %
 * have a mean of 90 and a deviation of 20, so that with 1.9 deviations the limit is 52 %, and the first endpoint goes.
 *
 * @param deviations how many standard deviations (of the population) below the mean is too low, not negative
 * @param minimumEndpoints how many endpoints must have enough calls for the rule to judge at all, at least 1
 * @param minimumCalls how many calls an endpoint must have had in the interval to take part, at least 1
 * @param enforcement the probability that an endpoint that should go does go, in [0, 1]
 */
public record SuccessRate(
    double deviations, int minimumEndpoints, int minimumCalls, double enforcement) {

  /** Checks the settings. */
  public SuccessRate {
    Argument.require(
        deviations >= 0 && Double.isFinite(deviations),
        "deviations",
        "must be finite and not negative",
        deviations);
    Argument.atLeast(1, "minimumEndpoints", minimumEndpoints);
    Argument.atLeast(1, "minimumCalls", minimumCalls);
    Argument.share("enforcement", enforcement);
  }

  /** Returns the rule with A50's defaults: 1.9 deviations, 5 endpoints, 100 calls, always enforced. */
  public static SuccessRate ofDefaults() {
    return belowMean(1.9);
  }

  /**
   * Returns the rule for 5 endpoints with 100 calls each, always enforced.
   *
   * @param deviations how many standard deviations below the mean is too low, not negative
   */
  public static SuccessRate belowMean(double deviations) {
    return new SuccessRate(deviations, 5, 100, 1);
  }

  /**
   * Returns the rule with another minimum of endpoints.
   *
   * @param endpoints how many must have enough calls, at least 1
   */
  public SuccessRate minimumEndpoints(int endpoints) {
    return new SuccessRate(deviations, endpoints, minimumCalls, enforcement);
  }

  /**
   * Returns the rule with another minimum of calls.
   *
   * @param calls how many an endpoint must have had, at least 1
   */
  public SuccessRate minimumCalls(int calls) {
    return new SuccessRate(deviations, minimumEndpoints, calls, enforcement);
  }

  /**
   * Returns the rule with another enforcement.
   *
   * @param probability with which an endpoint that should go does go, in [0, 1]
   */
  public SuccessRate enforcement(double probability) {
    return new SuccessRate(deviations, minimumEndpoints, minimumCalls, probability);
  }
}
