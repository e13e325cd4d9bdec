package dev.recloser.cli.demo;

import java.util.ArrayList;
import java.util.List;

/**
 * What there is to see at a moment, or in a second.
 *
 * @param shares of each endpoint
 * @param poolFailed how many calls failed with the pool
 * @param plainFailed how many failed with plain round robin
 */
record Reading(List<Share> shares, long poolFailed, long plainFailed) {

  static Reading of(Rivals rivals) {
    return new Reading(rivals.shares(), rivals.pooled().failed(), rivals.plain().failed());
  }

  Reading since(Reading earlier) {
    List<Share> differences = new ArrayList<>();
    for (int i = 0; i < shares.size(); i++) {
      differences.add(shares.get(i).since(earlier.shares.get(i)));
    }
    return new Reading(
        differences, poolFailed - earlier.poolFailed, plainFailed - earlier.plainFailed);
  }
}
