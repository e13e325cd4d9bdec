package dev.recloser.http.nginx;

import dev.recloser.http.Ports;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import okhttp3.tls.HeldCertificate;

/** An nginx of our own, in a directory of its own, in front of a server. */
final class Nginx implements AutoCloseable {
  private static final String CONFIG = """
      daemon off;
      pid nginx.pid;
      error_log error.log;
      worker_processes 1;
      events { worker_connections 256; }
      http {
        access_log off;
        client_body_temp_path body;
        proxy_temp_path proxy;
        fastcgi_temp_path fastcgi;
        uwsgi_temp_path uwsgi;
        scgi_temp_path scgi;
        client_max_body_size 0;
        limit_req_zone $binary_remote_addr zone=one:1m rate=1r/m;
        server {
          listen 127.0.0.1:PLAIN;
          listen 127.0.0.1:SECURE ssl http2;
          ssl_certificate certificate.pem;
          ssl_certificate_key key.pem;
          location / {
            keepalive_requests 3;
            proxy_pass BEHIND;
          }
          location /dead { proxy_pass http://127.0.0.1:DEAD; }
          location /limited {
            limit_req zone=one;
            limit_req_status 429;
            error_page 429 @limited;
            proxy_pass BEHIND;
          }
          location @limited {
            add_header Retry-After 7 always;
            return 429;
          }
          location /cut { return 444; }
        }
      }
      """;

  private final Path directory;
  private final int plain;
  private final int secure;
  private final Process process;

  Nginx(Path directory, URI behind, HeldCertificate certificate) throws IOException {
    this.directory = directory;
    List<Integer> ports = Ports.free(3);
    plain = ports.get(0);
    secure = ports.get(1);
    Files.writeString(directory.resolve("certificate.pem"), certificate.certificatePem());
    Files.writeString(directory.resolve("key.pem"), certificate.privateKeyPkcs8Pem());
    Files.writeString(
        directory.resolve("nginx.conf"),
        CONFIG
            .replace("PLAIN", String.valueOf(plain))
            .replace("SECURE", String.valueOf(secure))
            .replace("DEAD", String.valueOf(ports.get(2)))
            .replace("BEHIND", behind.toString()));
    process = command().start();
    awaitPort(secure);
  }

  /** Returns the program; empty if there is none. Debian keeps it where only root looks. */
  static Optional<Path> program() {
    return Stream.concat(
            Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1)),
            Stream.of("/usr/sbin", "/usr/local/sbin"))
        .map(each -> Path.of(each, "nginx"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  URI uri(boolean http2, String path) {
    return URI.create((http2 ? "https://localhost:" + secure : "http://127.0.0.1:" + plain) + path);
  }

  /** Has new workers take over from the old ones, which answer what they were asked. */
  void reload() throws IOException, InterruptedException {
    command("-s", "reload").start().waitFor();
  }

  private ProcessBuilder command(String... more) {
    return new ProcessBuilder(Stream.concat(
                Stream.of(
                    program().orElseThrow().toString(),
                    "-p",
                    directory.toString(),
                    "-e",
                    "error.log",
                    "-c",
                    "nginx.conf"),
                Stream.of(more))
            .toList())
        .redirectErrorStream(true)
        .redirectOutput(
            ProcessBuilder.Redirect.appendTo(directory.resolve("out.txt").toFile()));
  }

  private void awaitPort(int port) throws IOException {
    while (true) {
      try {
        new Socket(InetAddress.getLoopbackAddress(), port).close();
        return;
      } catch (IOException notYet) {
        if (!process.isAlive()) {
          throw new IOException(
              "nginx did not start: " + Files.readString(directory.resolve("out.txt")), notYet);
        }
        LockSupport.parkNanos(1_000_000);
      }
    }
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().completeOnTimeout(process, 9, TimeUnit.SECONDS).join().destroyForcibly();
  }
}
