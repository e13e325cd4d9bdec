package dev.recloser.circuitbreaker;

import java.util.OptionalDouble;

/**
 * What a trip rule had counted at one moment.
 *
 * @param rule the rule, for people to read
 * @param threshold what trips: a rate in (0, 1], or a number of failures in a row
 * @param calls how many calls it holds
 * @param bad how many of them failed, or were slow
 * @param missing how many more calls it needs before it can trip
 */
public record RuleSnapshot(String rule, double threshold, long calls, long bad, long missing) {

  /** Returns the share of bad calls; empty while the rule holds fewer calls than its minimum. */
  public OptionalDouble rate() {
    return missing > 0 || calls == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) bad / calls);
  }

  /** Returns a sentence such as {@code failureRate(0.5).overCalls(100) at 60 of 100 calls}. */
  @Override
  public String toString() {
    return rule + " at " + bad + " of " + calls + " calls"
        + (missing > 0 ? ", " + missing + " missing" : "");
  }
}
