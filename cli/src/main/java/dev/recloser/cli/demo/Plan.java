package dev.recloser.cli.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What befalls which endpoint when.
 *
 * @param endpoints how many there are
 * @param total how long it all takes
 */
record Plan(int endpoints, Duration total) {

  /** Returns what befalls the endpoints, by their place. */
  Map<Integer, Ailment> ailments() {
    Map<Integer, Ailment> ailments = new TreeMap<>();
    for (int i = 0; i < endpoints; i++) {
      int endpoint = i;
      Ailment.of(i, endpoints).ifPresent(ailment -> ailments.put(endpoint, ailment));
    }
    return ailments;
  }

  /** Returns what begins or ends in a second, counted from 1, for people. */
  List<String> notes(long second) {
    List<String> notes = new ArrayList<>();
    ailments().forEach((endpoint, ailment) -> {
      if (isIn(second, ailment.start(total))) {
        notes.add(Fleet.letter(endpoint) + " " + ailment.words());
      }
    });
    if (isIn(second, Ailment.cure(total))) {
      List<String> letters = ailments().keySet().stream().map(Fleet::letter).toList();
      notes.add(
          String.join(", ", letters) + (letters.size() == 1 ? " is" : " are") + " well again");
    }
    return notes;
  }

  private static boolean isIn(long second, Duration at) {
    return at.toSeconds() == second - 1;
  }
}
