package dev.recloser.cli.replay;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the calls of one input, in the order of its lines. The first line that is not blank and no
 * comment decides the format.
 */
final class CallReader {
  private final LineReader lines;
  private final StatusSet failures;
  private @Nullable CallFormat format;

  CallReader(InputStream in, StatusSet failures) {
    this.lines = new LineReader(in);
    this.failures = failures;
  }

  /** Returns the number of the line last read. */
  long lineNumber() {
    return lines.number();
  }

  /** Returns the next call, or {@code null} after the last. */
  @Nullable
  RecordedCall next() throws IOException, BadLineException {
    for (Slice line = lines.next(); line != null; line = lines.next()) {
      if (isSkipped(line)) {
        continue;
      }
      CallFormat known = format;
      if (known != null) {
        return known.parse(line);
      }
      CallFormat found = detect(line);
      format = found;
      if (!CsvFormat.isHeader(line)) {
        return found.parse(line);
      }
    }
    return null;
  }

  private static boolean isSkipped(Slice line) {
    return line.isEmpty() || line.at(0) == '#' || line.trimmed().isEmpty();
  }

  private CallFormat detect(Slice line) throws BadLineException {
    if (line.trimmed().at(0) == '{') {
      return new JsonFormat();
    }
    if (AccessLogFormat.isLikely(line)) {
      return new AccessLogFormat(failures);
    }
    if (CsvFormat.isLikely(line)) {
      return new CsvFormat();
    }
    throw new BadLineException(
        "expected CSV (time_ms,outcome[,duration_ms]), JSON lines or an access log, but found "
            + line.quoted());
  }
}
