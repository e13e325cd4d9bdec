package dev.recloser.endpoint;

import dev.recloser.check.Argument;

/**
 * The rule of outlier detection that judges each endpoint by itself: one of whose calls in the last interval more than a
 * share failed is ejected. Immutable.
 *
 * <p>The algorithm is the failure percentage of gRPC proposal A50, which has it from Envoy.
 *
 * @param threshold the share of failed calls above which an endpoint goes, in [0, 1]; at the threshold it stays
 * @param minimumEndpoints how many endpoints must have enough calls for the rule to judge at all, at least 1
 * @param minimumCalls how many calls an endpoint must have had in the interval to be judged, at least 1
 * @param enforcement the probability that an endpoint that should go does go, in [0, 1]
 */
public record FailurePercentage(
    double threshold, int minimumEndpoints, int minimumCalls, double enforcement) {

  /** Checks the settings. */
  public FailurePercentage {
    Argument.share("threshold", threshold);
    Argument.atLeast(1, "minimumEndpoints", minimumEndpoints);
    Argument.atLeast(1, "minimumCalls", minimumCalls);
    Argument.share("enforcement", enforcement);
  }

  /** Returns the rule with A50's defaults: 0.85, 5 endpoints, 50 calls, always enforced. */
  public static FailurePercentage ofDefaults() {
    return above(0.85);
  }

  /**
   * Returns the rule for 5 endpoints with 50 calls each, always enforced.
   *
   * @param threshold the share of failed calls above which an endpoint goes, in [0, 1]
   */
  public static FailurePercentage above(double threshold) {
    return new FailurePercentage(threshold, 5, 50, 1);
  }

  /**
   * Returns the rule with another minimum of endpoints.
   *
   * @param endpoints how many must have enough calls, at least 1
   */
  public FailurePercentage minimumEndpoints(int endpoints) {
    return new FailurePercentage(threshold, endpoints, minimumCalls, enforcement);
  }

  /**
   * Returns the rule with another minimum of calls.
   *
   * @param calls how many an endpoint must have had, at least 1
   */
  public FailurePercentage minimumCalls(int calls) {
    return new FailurePercentage(threshold, minimumEndpoints, calls, enforcement);
  }

  /**
   * Returns the rule with another enforcement.
   *
   * @param probability with which an endpoint that should go does go, in [0, 1]
   */
  public FailurePercentage enforcement(double probability) {
    return new FailurePercentage(threshold, minimumEndpoints, minimumCalls, probability);
  }
}
