package dev.recloser.endpoint;

import dev.recloser.check.Argument;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** How a pool chooses among the endpoints that may be called. Immutable; one value serves any number of pools. */
public abstract sealed class Choice permits RoundRobin, LeastInFlight, PeakEwma {
  static final Duration DEFAULT_DECAY = Duration.ofSeconds(10);

  Choice() {}

  /** Returns a choice that takes one endpoint after the other: always the one whose last turn was longest ago. */
  public static Choice roundRobin() {
    return new RoundRobin();
  }

  /**
   * Returns a choice that takes the endpoint with the fewest calls in flight; of several, the one whose last turn was
   * longest ago. It looks at all endpoints.
   */
  public static Choice leastInFlight() {
    return new LeastInFlight();
  }

  /** Returns {@link #peakEwma(Duration)} with a decay of 10 seconds. */
  public static Choice peakEwma() {
    return peakEwma(DEFAULT_DECAY);
  }

  /**
   * Returns a choice that draws two endpoints at random and takes the cheaper one. The cost of an endpoint is the moving
   * average of how long its calls take, times the number of calls it would then have in flight.
   *
   * <p>The average is an exponentially weighted one that jumps up to a duration above it and comes down slowly, also
   * while no call is in flight: the peak-sensitive EWMA of Finagle and Linkerd. That two random choices are almost as good
   * as knowing the best of all is Mitzenmacher's <i>The Power of Two Choices in Randomized Load Balancing</i> (2001).
   * Unlike in Finagle a failure never makes an endpoint look faster, and each failure in a row doubles its cost, up to
   * 256-fold: else one that fails fast would draw all calls. A call that was given up counts with the time it had taken. And
   * an endpoint that has had no call for the time of the decay, nor of the last hundred, gets one, and what it takes is its
   * new average: else one long call would keep it out of use for many times that long.
   *
   * @param decay in what time without calls the average falls to 1/e, a good third, and may be replaced; positive
   */
  public static Choice peakEwma(Duration decay) {
    return new PeakEwma(Argument.positive("decay", decay));
  }

  /** Returns the decay of the averages that the choice, or a reader of the pool's snapshot, looks at. */
  Duration decay() {
    return DEFAULT_DECAY;
  }

  /** Returns what makes the choices of one pool. */
  abstract Chooser chooser(RandomGenerator random);
}
