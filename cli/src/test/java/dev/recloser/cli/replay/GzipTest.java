package dev.recloser.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GzipTest {

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "ab", "plain text", "\u001f"})
  void leavesWhatIsNotZippedAsItIs(String text) throws Exception {
    assertThat(unzip(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(text);
  }

  @Test
  void knowsZippedBytesByTheirStart() throws Exception {
    assertThat(unzip(zip("0,ok\n"))).isEqualTo("0,ok\n");
  }

  @Test
  void readsOnWherePartsWereJoinedThoughThePipePausesBetweenThem() throws Exception {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    joined.write(zip("a"));
    joined.write(zip("b"));
    InputStream pausing = new Hesitant(new ByteArrayInputStream(joined.toByteArray()));

    assertThat(new String(Gzip.unzipped(pausing).readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("ab");
  }

  @Test
  void saysThatACutPartIsCut() throws Exception {
    byte[] whole = zip("0,ok\n".repeat(1_000));

    for (int length : new int[] {2, 9, 12, whole.length / 2, whole.length - 1}) {
      assertThatThrownBy(() -> unzip(Arrays.copyOf(whole, length)))
          .as("%d bytes", length)
          .isInstanceOf(EOFException.class);
    }
  }

  static byte[] zip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
      zip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private static String unzip(byte[] bytes) throws IOException {
    InputStream in = Gzip.unzipped(new ByteArrayInputStream(bytes));
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }

  /** Gives a byte at a time and never promises another. */
  private static final class Hesitant extends FilterInputStream {

    Hesitant(InputStream in) {
      super(in);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return super.read(bytes, offset, Math.min(length, 1));
    }

    @Override
    public int available() {
      return 0;
    }
  }
}
