package dev.recloser.cli.replay;

/** {@code time_ms,outcome[,duration_ms]}, where the time is the start of the call. */
final class CsvFormat implements CallFormat {
  private static final String SHAPE = "time_ms,outcome[,duration_ms]";

  /** Returns whether a line holds the names of the columns, or a number and a comma. */
  static boolean isLikely(Slice line) {
    int comma = line.indexOf(',', 0);
    return isHeader(line) || (comma > 0 && line.between(0, comma).trimmed().startsLikeNumber());
  }

  /** Returns whether a line holds the names of the columns. */
  static boolean isHeader(Slice line) {
    String names = line.toString().replace(" ", "");
    return names.equals("time_ms,outcome") || names.equals("time_ms,outcome,duration_ms");
  }

  @Override
  public RecordedCall parse(Slice line) throws BadLineException {
    int first = line.indexOf(',', 0);
    if (first < 0) {
      throw unexpected(line);
    }
    int second = line.indexOf(',', first + 1);
    if (second >= 0 && line.indexOf(',', second + 1) >= 0) {
      throw unexpected(line);
    }
    long start = Nanos.ofMillis("time_ms", line.between(0, first).trimmed());
    Slice outcome = line.between(first + 1, second < 0 ? line.length() : second).trimmed();
    Slice duration = second < 0 ? Slice.of("") : line.from(second + 1).trimmed();
    return RecordedCall.startedAt(
        start,
        duration.isEmpty() ? 0 : Nanos.ofMillis("duration_ms", duration),
        RecordedOutcome.parse(outcome));
  }

  private static BadLineException unexpected(Slice line) {
    return new BadLineException("expected " + SHAPE + ", but found " + line.quoted());
  }
}
