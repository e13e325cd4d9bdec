package dev.recloser.proof.oracle;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What a run against one peer came to. */
final class Tally implements Observer {
  private final Map<String, Long> met = new TreeMap<>();
  private final Map<String, Long> followed = new TreeMap<>();
  private long compared;
  private long passedOver;

  @Override
  public void compared(int step) {
    compared++;
  }

  @Override
  public void passedOver(int step) {
    passedOver++;
  }

  @Override
  public void met(int step, Excuse<?> excuse) {
    met.merge(excuse.name(), 1L, Long::sum);
  }

  @Override
  public void followed(int step, Excuse<?> excuse) {
    followed.merge(excuse.name(), 1L, Long::sum);
  }

  /** Returns how often each entry of the ledger was needed. */
  Map<String, Long> met() {
    return met;
  }

  /** Returns how many steps were drawn that were not played, because their trace ended before them. */
  long cutOff(long drawn) {
    return drawn - compared - passedOver;
  }

  /** Returns the share of the steps after which ours was moved to where the peer was. */
  double followedShare() {
    return (double) followed.values().stream().mapToLong(Long::longValue).sum() / compared;
  }

  /** Returns a line of figures for a document. */
  String figures(String peer, long traces, long seed) {
    return String.format(
        Locale.ROOT,
        "figures: %s, %,d traces from seed %d, %,d steps played and compared"
            + " (%,d more ended a call that was not let through), none cut off;"
            + " ours moved to the peer after %.2f %% of the steps: %s",
        peer,
        traces,
        seed,
        compared,
        passedOver,
        100 * followedShare(),
        followed);
  }
}
