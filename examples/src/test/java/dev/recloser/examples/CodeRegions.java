package dev.recloser.examples;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The regions of the test sources that documents show: what stands between {@code // docs: name} and {@code // end},
 * without the indentation that its lines share.
 */
final class CodeRegions {
  private static final String BEGIN = "// docs: ";
  private static final String END = "// end";

  private final Map<String, String> byName = new TreeMap<>();

  /** Reads the regions of all Java files under a directory. */
  static CodeRegions in(Path directory) {
    CodeRegions regions = new CodeRegions();
    for (Path file : Repository.files(directory, ".java")) {
      regions.read(file);
    }
    return regions;
  }

  Optional<String> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** Returns the lines without the indentation that they share, and without blank lines around them. */
  static String unindented(List<String> lines) {
    // A blank last line would count for the shared indentation.
    return String.join("\n", lines).stripTrailing().stripIndent().replaceFirst("^\n+", "");
  }

  private void read(Path file) {
    String name = "";
    List<String> lines = new ArrayList<>();
    for (String line : Repository.read(file).lines().toList()) {
      String content = line.strip();
      if (content.startsWith(BEGIN)) {
        check(name.isEmpty(), file, "region '" + name + "' has no end");
        name = content.substring(BEGIN.length());
      } else if (content.equals(END) && !name.isEmpty()) {
        check(!byName.containsKey(name), file, "there is another region '" + name + "'");
        byName.put(name, unindented(lines));
        name = "";
        lines.clear();
      } else if (!name.isEmpty()) {
        lines.add(line);
      }
    }
    check(name.isEmpty(), file, "region '" + name + "' has no end");
  }

  private static void check(boolean holds, Path file, String fault) {
    if (!holds) {
      throw new AssertionError(file + ": " + fault);
    }
  }
}
