package dev.recloser.cli.replay;

/**
 * The common and the combined log format, with {@code rt=<seconds>} and {@code msec=<epoch seconds>}
 * at the end of the line where the server was told to write them. A line is written when its
 * request ends, so the call started its duration earlier.
 */
final class AccessLogFormat implements CallFormat {
  private static final String SHAPE =
      "host ident user [day/Mon/year:h:m:s zone] \"request\" status bytes …"
          + " [rt=<seconds>] [msec=<epoch seconds>]";

  private final StatusSet failures;

  AccessLogFormat(StatusSet failures) {
    this.failures = failures;
  }

  /** Returns whether a line has the time stamp of an access log in it. */
  static boolean isLikely(Slice line) {
    return stampStart(line) >= 0;
  }

  @Override
  public RecordedCall parse(Slice line) throws BadLineException {
    int stamp = stampStart(line);
    int request = stamp + LogStamp.LENGTH + 2;
    if (stamp < 0 || !line.from(request - 2).startsWith("] \"")) {
      throw unexpected(line);
    }
    int status = requestEnd(line, request + 1) + 2;
    if (status < 2 || !isStatus(line, status)) {
      throw unexpected(line);
    }
    Trailer trailer = Trailer.of(line.from(status + 3));
    long end = trailer.end().isEmpty()
        ? LogStamp.parse(line.between(stamp, stamp + LogStamp.LENGTH))
        : Nanos.ofSeconds("msec", trailer.end());
    long duration = trailer.duration().isEmpty() ? 0 : Nanos.ofSeconds("rt", trailer.duration());
    boolean failed = failures.contains(statusAt(line, status));
    return RecordedCall.endedAt(end, duration, failed ? RecordedOutcome.FAIL : RecordedOutcome.OK);
  }

  private static BadLineException unexpected(Slice line) {
    return new BadLineException(
        "expected an access log line, " + SHAPE + ", but found " + line.quoted());
  }

  /** Returns where the time stamp starts: after a bracket, for a name may hold brackets too. */
  private static int stampStart(Slice line) {
    for (int open = line.indexOf('[', 0); open >= 0; open = line.indexOf('[', open + 1)) {
      int close = open + LogStamp.LENGTH + 1;
      if (close < line.length() && line.at(close) == ']' && open > 1 && line.at(open - 1) == ' ') {
        return open + 1;
      }
    }
    return -1;
  }

  /** Returns the index of the quote that closes the request, or -1. */
  private static int requestEnd(Slice line, int from) {
    for (int i = from; i < line.length(); i++) {
      if (line.at(i) == '\\') {
        i++;
      } else if (line.at(i) == '"') {
        return i;
      }
    }
    return -1;
  }

  /** Returns whether a space, three digits, and a space or the end are there. */
  private static boolean isStatus(Slice line, int at) {
    int end = at + 3;
    if (end > line.length() || line.at(at - 1) != ' ') {
      return false;
    }
    for (int i = at; i < end; i++) {
      if (line.at(i) < '0' || line.at(i) > '9') {
        return false;
      }
    }
    return end == line.length() || line.at(end) == ' ';
  }

  private static int statusAt(Slice line, int at) {
    return (line.at(at) - '0') * 100 + (line.at(at + 1) - '0') * 10 + line.at(at + 2) - '0';
  }
}
