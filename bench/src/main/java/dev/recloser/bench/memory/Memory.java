package dev.recloser.bench.memory;

import dev.recloser.bench.result.Retained;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Measures what breakers retain, each kind in a JVM of its own. */
public final class Memory {
  private static final int MANY = 100_000;
  private static final int MILLION = 1_000_000;

  private final PrintStream progress;

  /** Makes one that tells how far it is. */
  public Memory(PrintStream progress) {
    this.progress = progress;
  }

  /** Measures a used breaker of ours and the smaller one of Resilience4j's: what the floors need. */
  public List<Retained> measureShort() throws IOException, InterruptedException {
    return List.of(
        measure(Breakers.RECLOSER, MANY, true), measure(Breakers.RESILIENCE4J_LOCK, MANY, true));
  }

  /** Measures all libraries, new and used, and a million new ones of ours. */
  public List<Retained> measure() throws IOException, InterruptedException {
    List<Retained> all = new ArrayList<>();
    for (Breakers library : Breakers.values()) {
      all.add(measure(library, MANY, false));
      all.add(measure(library, MANY, true));
    }
    all.add(measure(Breakers.RECLOSER, MILLION, false));
    return all;
  }

  private Retained measure(Breakers library, int count, boolean used)
      throws IOException, InterruptedException {
    progress.printf("%,d breakers of %s%s%n", count, library.who(), used ? ", used" : "");
    Process process = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-Xmx3g",
            "-cp",
            System.getProperty("java.class.path"),
            HeapDifference.class.getName(),
            library.who(),
            Integer.toString(count),
            Boolean.toString(used))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (process.waitFor() != 0) {
      throw new IOException("measuring the heap of " + library.who() + " failed");
    }
    String[] numbers = output.split(" ");
    return new Retained(
        library.who(),
        count,
        used,
        Math.round(Double.parseDouble(numbers[0])),
        Math.round(Double.parseDouble(numbers[1])));
  }
}
