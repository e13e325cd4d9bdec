package dev.recloser.proof.planted;

import java.util.ArrayList;
import java.util.List;

/**
 * A planted bug, as a unified diff below a line that says what must catch it.
 *
 * @param catchers the tests that must fail
 * @param files what is changed
 */
record PlantedPatch(List<String> catchers, List<Changed> files) {
  private static final String CATCHERS = "# Must be caught by: ";
  private static final String NEW_FILE = "+++ b/";

  /**
   * A file that is changed.
   *
   * @param path where it is, from the top of the tree
   * @param before the lines of each place that is changed, as they are without the bug
   */
  record Changed(String path, List<String> before) {}

  static PlantedPatch of(List<String> lines) {
    String first = lines.get(0);
    if (!first.startsWith(CATCHERS)) {
      throw new IllegalArgumentException("the first line must say what catches it: " + CATCHERS);
    }
    List<Changed> files = new ArrayList<>();
    StringBuilder before = new StringBuilder();
    for (String line : lines) {
      if (line.startsWith(NEW_FILE)) {
        close(files, before);
        files.add(new Changed(line.substring(NEW_FILE.length()), new ArrayList<>()));
      } else if (line.startsWith("@@ ")) {
        close(files, before);
      } else if (!files.isEmpty() && (line.startsWith(" ") || line.startsWith("-"))) {
        before.append(line, 1, line.length()).append('\n');
      }
    }
    close(files, before);
    return new PlantedPatch(List.of(first.substring(CATCHERS.length()).split(", ")), files);
  }

  private static void close(List<Changed> files, StringBuilder before) {
    if (!before.isEmpty()) {
      files.get(files.size() - 1).before().add(before.toString());
      before.setLength(0);
    }
  }
}
