package dev.recloser.examples;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Java blocks of one Markdown document, beside the regions that they should show. A block names its region on the
 * line before the fence: {@code <!-- code: name -->}.
 */
final class MarkdownCode {
  private static final Pattern FENCE = Pattern.compile("( *)(`{3,}|~{3,})\\s*(\\w*).*");
  private static final Pattern MARKER = Pattern.compile("<!-- code: (\\S+) -->");

  private final CodeRegions regions;
  private final List<String> faults = new ArrayList<>();
  private final List<String> updated = new ArrayList<>();

  private MarkdownCode(CodeRegions regions) {
    this.regions = regions;
  }

  /** Compares the Java blocks of a document with the regions. */
  static MarkdownCode of(String document, CodeRegions regions) {
    MarkdownCode code = new MarkdownCode(regions);
    code.read(document.lines().toList());
    return code;
  }

  /** Returns what is wrong, a line a block. */
  List<String> faults() {
    return List.copyOf(faults);
  }

  /** Returns the document with each block that names a region as the region is now. */
  String updated() {
    return String.join("\n", updated) + "\n";
  }

  private void read(List<String> lines) {
    for (int i = 0; i < lines.size(); i++) {
      updated.add(lines.get(i));
      Matcher fence = FENCE.matcher(lines.get(i));
      if (fence.matches()) {
        int end = closing(lines, i + 1, fence.group(2));
        List<String> block = lines.subList(i + 1, end);
        updated.addAll(
            fence.group(3).equalsIgnoreCase("java")
                ? shown(lines, i, block, fence.group(1))
                : block);
        if (end < lines.size()) {
          updated.add(lines.get(end));
        } else {
          faults.add("line " + (i + 1) + ": the block has no end");
        }
        i = end;
      }
    }
  }

  /** Returns the block as it should be. */
  private List<String> shown(
      List<String> lines, int fence, List<String> block, String indentation) {
    String place = "line " + (fence + 1) + ": ";
    Matcher marker = MARKER.matcher(fence == 0 ? "" : lines.get(fence - 1).strip());
    if (!marker.matches()) {
      faults.add(place + "a java block without <!-- code: name --> on the line before");
      return block;
    }
    String name = marker.group(1);
    Optional<String> region = regions.find(name);
    if (region.isEmpty()) {
      faults.add(place + "no test source has a region '" + name + "'");
      return block;
    }
    if (region.get().equals(CodeRegions.unindented(block))) {
      return block;
    }
    faults.add(place + "'" + name + "' differs from its test source, which has\n" + region.get());
    return region
        .get()
        .lines()
        .map(line -> line.isEmpty() ? line : indentation + line)
        .toList();
  }

  private static int closing(List<String> lines, int from, String fence) {
    for (int i = from; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.length() >= fence.length()
          && line.equals(fence.substring(0, 1).repeat(line.length()))) {
        return i;
      }
    }
    return lines.size();
  }
}
