package dev.recloser.http.trial;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A back end that can be killed, and started anew on the same port. */
final class BackEndProcess implements AutoCloseable {
  /** Zero until it has been started for the first time, which finds a free one. */
  private volatile int port;

  private final long originMillis;
  private @Nullable Process process;

  /**
   * Starts nothing yet.
   *
   * @param originMillis the time from which it counts the tenths of a second
   */
  BackEndProcess(long originMillis) {
    this.originMillis = originMillis;
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + port);
  }

  /** Returns when it listens: at the port that it had before, if it was started before. */
  void start() throws IOException {
    Process started = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx64m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Dsun.net.httpserver.nodelay=true",
            "-cp",
            Path.of(BackEnd.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .getPath())
                .toString(),
            BackEnd.class.getName(),
            String.valueOf(port),
            String.valueOf(originMillis))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
    process = started;
    BufferedReader out = started.inputReader(StandardCharsets.UTF_8);
    String ready = out.readLine();
    if (ready == null) {
      throw new IOException("the back end at port " + port + " did not start");
    }
    port = Integer.parseInt(ready);
  }

  /** Kills it with no chance to say goodbye. */
  void kill() throws InterruptedException {
    if (process != null) {
      process.destroyForcibly().waitFor();
    }
  }

  /** Returns how many requests it was asked in each tenth of a second. */
  int[] asked() throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(uri().resolve("/asked")).build();
    String asked =
        HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    return Stream.of(asked.replaceAll("[\\[\\] ]", "").split(",", -1))
        .mapToInt(Integer::parseInt)
        .toArray();
  }

  @Override
  public void close() {
    if (process != null) {
      process.destroyForcibly();
    }
  }
}
