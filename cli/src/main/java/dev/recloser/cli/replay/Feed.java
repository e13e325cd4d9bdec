package dev.recloser.cli.replay;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;

/** Carries the calls of a source into a replay, and says what is wrong with the source if it is. */
final class Feed {
  private final CallSource source;
  private final StatusSet failures;

  Feed(CallSource source, StatusSet failures) {
    this.source = source;
    this.failures = failures;
  }

  /** Plays all calls, read through the given stream of the source's raw bytes. */
  void play(InputStream raw, Replay replay) throws BadInputException {
    try {
      CallReader calls = new CallReader(Gzip.unzipped(raw), failures);
      feed(calls, replay);
    } catch (EOFException e) {
      throw bad("the gzip data ends too early; the file is cut short");
    } catch (ZipException e) {
      throw bad("the gzip data is damaged: " + e.getMessage());
    } catch (IOException e) {
      throw bad("cannot be read: " + e.getMessage());
    }
    if (replay.isEmpty()) {
      throw bad("holds no calls");
    }
    replay.finish();
  }

  private void feed(CallReader calls, Replay replay) throws IOException, BadInputException {
    try {
      for (RecordedCall call = calls.next(); call != null; call = calls.next()) {
        replay.add(call, calls.lineNumber());
      }
    } catch (BadLineException e) {
      throw new BadInputException(
          source.name() + ", line " + calls.lineNumber() + ": " + e.getMessage());
    }
  }

  private BadInputException bad(String what) {
    return new BadInputException(source.name() + ": " + what);
  }
}
