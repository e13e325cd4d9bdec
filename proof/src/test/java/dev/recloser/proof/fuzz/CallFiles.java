package dev.recloser.proof.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/** Draws files of recorded calls: whole ones, damaged ones, and noise. */
final class CallFiles {
  private static final String[] PIECES = {
    "",
    ",",
    "time_ms",
    "time_ms,outcome,duration_ms",
    "-1",
    "1e308",
    "NaN",
    "0x10",
    "ok",
    "fail",
    "9223372036854775807",
    "9223372036854775808",
    "0.0000000000001",
    "\"",
    "{",
    "}",
    "null",
    "\u0000",
    "\ufeff",
    "\u00e9",
    "\r",
    "\t",
    "[01/Jan/2026:00:00:00 +0000]",
    "rt=1e9",
    "msec=-5",
    "#",
    "\\u0000"
  };

  private final Random random;

  /** Whether the file has nothing wrong with it. */
  private boolean whole;

  CallFiles(Random random) {
    this.random = random;
  }

  byte[] draw() throws IOException {
    whole = random.nextInt(3) > 0;
    byte[] bytes = text().getBytes(StandardCharsets.UTF_8);
    if (!whole && random.nextBoolean()) {
      damage(bytes);
    }
    return random.nextInt(10) == 0 ? zipped(bytes) : bytes;
  }

  private String text() {
    int kind = random.nextInt(whole ? 4 : 5);
    StringBuilder text = new StringBuilder(kind == 0 ? "time_ms,outcome,duration_ms\n" : "");
    long time = random.nextInt(100_000);
    for (int i = random.nextInt(60); i > 0; i--) {
      time += random.nextInt(3_000) - (whole ? 0 : 200L);
      text.append(!whole && random.nextInt(40) == 0 ? noise() : line(kind, time))
          .append('\n');
    }
    return text.toString();
  }

  private String line(int kind, long time) {
    String outcome = random.nextInt(3) > 0 ? "ok" : "fail";
    int took = random.nextInt(4_000);
    return switch (kind) {
      case 0, 1 -> time + "," + outcome + (random.nextBoolean() ? "," + took : "");
      case 2 ->
        "{\"time_ms\":" + time + ",\"outcome\":\"" + outcome + "\",\"duration_ms\":" + took + "}";
      case 3 ->
        String.format(
            Locale.ROOT,
            "10.0.0.1 - - [01/Jan/2026:00:%02d:%02d +0000] \"GET / HTTP/1.1\" %d 5 \"-\" \"-\" rt=%d.5",
            i60(time / 60),
            i60(time),
            outcome.equals("ok") ? 200 : 503,
            took / 1000);
      default -> noise();
    };
  }

  private static int i60(long number) {
    return (int) Math.floorMod(number, 60L);
  }

  private String noise() {
    StringBuilder noise = new StringBuilder();
    for (int i = random.nextInt(6); i >= 0; i--) {
      noise.append(
          random.nextBoolean()
              ? PIECES[random.nextInt(PIECES.length)]
              : String.valueOf((char) random.nextInt(0x300)));
    }
    return random.nextInt(50) == 0 ? noise.toString().repeat(5_000) : noise.toString();
  }

  private void damage(byte[] bytes) {
    for (int i = random.nextInt(4); i >= 0 && bytes.length > 0; i--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }
  }

  private byte[] zipped(byte[] bytes) throws IOException {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
      gzip.write(bytes);
    }
    byte[] all = zipped.toByteArray();
    if (!whole && random.nextBoolean()) {
      damage(all);
    }
    return all;
  }
}
