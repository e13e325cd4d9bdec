package dev.recloser.bench.result;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Where it was measured. Neither the name of the host nor a path of it belongs here.
 *
 * @param cpu the model of the processor
 * @param cores how many the JVM may use
 * @param os the operating system
 * @param jdk the version and the name of the JVM
 */
public record Machine(String cpu, int cores, String os, String jdk) {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  /** Returns this one. */
  public static Machine here() {
    return new Machine(
        cpuModel(),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.name") + " " + System.getProperty("os.arch"),
        System.getProperty("java.vm.name") + " " + Runtime.version());
  }

  private static String cpuModel() {
    if (!Files.isReadable(CPU_INFO)) {
      return "unknown";
    }
    try (Stream<String> lines = Files.lines(CPU_INFO)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
