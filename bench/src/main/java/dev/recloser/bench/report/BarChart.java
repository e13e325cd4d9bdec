package dev.recloser.bench.report;

import static dev.recloser.bench.goal.Verdict.number;

import java.util.List;
import java.util.Locale;

/**
 * A plain chart of horizontal bars.
 *
 * @param title what it shows
 * @param bars the bars, from top to bottom
 */
record BarChart(String title, List<Bar> bars) {
  private static final int WIDTH = 840;
  private static final int LABELS = 370;
  private static final int VALUES = 90;
  private static final int LINE = 22;
  private static final int TOP = 36;

  /**
   * A bar.
   *
   * @param label what stands before it
   * @param value how long it is
   * @param ours whether it is ours
   */
  record Bar(String label, double value, boolean ours) {}

  String svg() {
    double longest = bars.stream().mapToDouble(Bar::value).max().orElse(1);
    int height = TOP + bars.size() * LINE + 8;
    StringBuilder svg = new StringBuilder();
    svg.append(("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
            + " height=\"%d\" font-family=\"sans-serif\" font-size=\"12\">\n")
        .formatted(WIDTH, height, WIDTH, height));
    svg.append("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
    svg.append(text(8, 20, "start", title));
    for (int i = 0; i < bars.size(); i++) {
      svg.append(bar(bars.get(i), TOP + i * LINE, longest));
    }
    return svg.append("</svg>\n").toString();
  }

  private static String bar(Bar bar, int y, double longest) {
    double width = Math.max(1, (WIDTH - LABELS - VALUES) * bar.value() / longest);
    String rect = String.format(
        Locale.ROOT,
        "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n",
        LABELS,
        y,
        width,
        LINE - 6,
        bar.ours() ? "#1f6f43" : "#8a94a6");
    return text(LABELS - 8, y + 12, "end", bar.label())
        + rect
        + text(LABELS + (int) width + 6, y + 12, "start", number(bar.value()));
  }

  private static String text(int x, int y, String anchor, String what) {
    return "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\" fill=\"#20242c\">%s</text>\n"
        .formatted(x, y, anchor, escaped(what));
  }

  private static String escaped(String what) {
    return what.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
