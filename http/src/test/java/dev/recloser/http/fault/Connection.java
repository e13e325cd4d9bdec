package dev.recloser.http.fault;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One connection of a client, and what can be done to it. */
final class Connection {
  private static final Pattern LENGTH = Pattern.compile("(?i)content-length: *(\\d+)");

  private final Socket client;
  private final URI server;

  Connection(Socket client, URI server) {
    this.client = client;
    this.server = server;
  }

  /** Returns the whole request. */
  String request() throws IOException {
    InputStream in = client.getInputStream();
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("the client has gone");
      }
      head.append((char) next);
    }
    Matcher length = LENGTH.matcher(head);
    int body = length.find() ? Integer.parseInt(length.group(1)) : 0;
    return head + new String(in.readNBytes(body), ISO_8859_1);
  }

  /** Asks the server what the client asks, and returns its answer. */
  String answer() throws IOException {
    String request = request();
    try (Socket upstream = new Socket(server.getHost(), server.getPort())) {
      upstream.getOutputStream().write(request.getBytes(ISO_8859_1));
      return new String(upstream.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }

  void write(String text) throws IOException {
    client.getOutputStream().write(text.getBytes(ISO_8859_1));
  }

  /** Ends the connection with an RST. */
  void reset() throws IOException {
    client.setSoLinger(true, 0);
    client.close();
  }

  /** Says that nothing more will come, and listens on until the client has gone. */
  void halfClose() throws IOException {
    client.shutdownOutput();
    awaitEnd();
  }

  /** Returns when the client has gone. */
  void awaitEnd() throws IOException {
    var unused = client.getInputStream().readAllBytes();
  }
}
