package dev.recloser.proof.oracle;

import java.util.ArrayList;
import java.util.List;

/** The calls that were recorded since the window was last emptied, each with its time. */
final class Book {
  private final List<Entry> entries = new ArrayList<>();

  private record Entry(long at, boolean failed, boolean slow) {}

  void clear() {
    entries.clear();
  }

  void add(long at, boolean failed, boolean slow) {
    entries.add(new Entry(at, failed, slow));
  }

  /**
   * Returns all that a time window may hold which surely holds what is at most so old, and surely nothing older than its
   * span: a window forgets the oldest first.
   */
  List<Counts> possible(long now, long surely, long span) {
    List<Counts> possible = new ArrayList<>();
    Counts held = new Counts(0, 0, 0);
    for (int i = entries.size(); i >= 0; i--) {
      boolean nextIsSurelyHeld = i > 0 && now - entries.get(i - 1).at() <= surely;
      if (!nextIsSurelyHeld) {
        possible.add(held);
      }
      if (i == 0 || now - entries.get(i - 1).at() > span) {
        break;
      }
      Entry next = entries.get(i - 1);
      held = new Counts(
          held.calls() + 1,
          held.failed() + (next.failed() ? 1 : 0),
          held.slow() + (next.slow() ? 1 : 0));
    }
    return possible;
  }
}
