package dev.recloser.cli.replay;

/** The {@code rt=} and {@code msec=} at the end of an access log line; empty where not given. */
record Trailer(Slice duration, Slice end) {
  private static final String DURATION = "rt=";
  private static final String END = "msec=";

  /**
   * Reads the last words of a line for as long as they are known ones, in any order. A word with a
   * quote in it is the end of what a client said of itself, which may look like anything.
   */
  static Trailer of(Slice tail) {
    Slice duration = tail.between(0, 0);
    Slice end = duration;
    Slice rest = tail.trimmed();
    for (Slice word = lastWord(rest); isKnown(word); word = lastWord(rest)) {
      if (word.startsWith(DURATION)) {
        duration = valueOf(word.from(DURATION.length()));
      } else {
        end = valueOf(word.from(END.length()));
      }
      rest = rest.between(0, rest.length() - word.length()).trimmed();
    }
    return new Trailer(duration, end);
  }

  private static Slice lastWord(Slice text) {
    return text.from(text.lastIndexOf(' ') + 1);
  }

  private static boolean isKnown(Slice word) {
    return (word.startsWith(DURATION) || word.startsWith(END)) && word.indexOf('"', 0) < 0;
  }

  /** A server writes a dash for what it does not know. */
  private static Slice valueOf(Slice text) {
    return text.is("-") ? text.from(1) : text;
  }
}
