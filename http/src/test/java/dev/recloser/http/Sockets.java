package dev.recloser.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The sockets that this process has open, where the system tells; none where it does not. */
public record Sockets(Set<String> names) {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  static {
    // From the first one that it closes the JDK keeps a socket of its own, for good.
    try (ServerSocket first = new ServerSocket(0)) {
      assert first.isBound();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns those that are open now. */
  public static Sockets open() {
    if (!Files.isDirectory(DESCRIPTORS)) {
      return new Sockets(Set.of());
    }
    try (Stream<Path> open = Files.list(DESCRIPTORS)) {
      return new Sockets(open.map(Sockets::target)
          .filter(target -> target.startsWith("socket:"))
          .collect(Collectors.toSet()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns how many have been opened since and are not closed in time. Those of connections that are kept alive are, once
   * they have been idle for {@code jdk.httpclient.keepalive.timeout}.
   */
  public int leakedAfter(Duration patience) {
    return leakedAfter(patience, 0);
  }

  /** Returns the same, where so many are known to stay open and need not be waited for. */
  public int leakedAfter(Duration patience, int known) {
    long start = System.nanoTime();
    int leaked = opened();
    while (leaked > known && System.nanoTime() - start < patience.toNanos()) {
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
      leaked = opened();
    }
    return leaked;
  }

  private int opened() {
    Set<String> opened = new HashSet<>(open().names);
    opened.removeAll(names);
    return opened.size();
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException closedMeanwhile) {
      return "";
    }
  }
}
