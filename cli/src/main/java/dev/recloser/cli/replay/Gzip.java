package dev.recloser.cli.replay;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/** Unzips what is zipped, whatever its name. */
final class Gzip {
  private static final int BUFFER = 1 << 16;

  private Gzip() {}

  /** Returns the stream itself, or its content unzipped if it starts as gzip does. */
  static InputStream unzipped(InputStream raw) throws IOException {
    BufferedInputStream in = new BufferedInputStream(raw, BUFFER);
    in.mark(2);
    boolean zipped = in.read() == 0x1f && in.read() == 0x8b;
    in.reset();
    return zipped ? new GZIPInputStream(new PatientStream(in), BUFFER) : in;
  }

  /**
   * Says that more is available until the end has been seen: a {@link GZIPInputStream} otherwise
   * takes a pause between two zipped parts in a pipe for the end.
   */
  private static final class PatientStream extends FilterInputStream {

    PatientStream(BufferedInputStream in) {
      super(in);
    }

    @Override
    public int available() throws IOException {
      in.mark(1);
      int next = in.read();
      in.reset();
      return next < 0 ? 0 : 1;
    }
  }
}
