package dev.recloser.cli.replay;

import dev.recloser.cli.terminal.Terminal;
import dev.recloser.time.TimeSource;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Locale;

/** Shows on standard error how much of a large file has been read. */
final class ProgressStream extends FilterInputStream {
  private static final long LARGE = 8 << 20;
  private static final long REDRAW_NANOS = 100_000_000;
  private static final int WIDTH = 40;

  private final long size;
  private final PrintStream screen;
  private final TimeSource time;
  private long read;
  private long drawnAt;

  ProgressStream(InputStream in, long size, PrintStream screen, TimeSource time) {
    super(in);
    this.size = size;
    this.screen = screen;
    this.time = time;
    this.drawnAt = time.nanoTime();
  }

  /** Returns the stream itself if its progress would not be seen or is soon over. */
  static InputStream of(InputStream in, long size, Terminal terminal) {
    return terminal.errIsSeen() && size >= LARGE
        ? new ProgressStream(in, size, terminal.err(), TimeSource.system())
        : in;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int count = super.read(bytes, offset, length);
    read += Math.max(count, 0);
    long now = time.nanoTime();
    if (now - drawnAt >= REDRAW_NANOS) {
      drawnAt = now;
      draw();
    }
    return count;
  }

  @Override
  public void close() throws IOException {
    screen.print("\r" + " ".repeat(WIDTH + 8) + "\r");
    screen.flush();
    super.close();
  }

  private void draw() {
    int share = (int) Math.min(100, 100 * read / size);
    int filled = WIDTH * share / 100;
    String bar = "#".repeat(filled) + ".".repeat(WIDTH - filled);
    screen.print(String.format(Locale.ROOT, "\r[%s] %3d %%", bar, share));
    screen.flush();
  }
}
