package dev.recloser.http;

import java.net.URI;
import java.util.Locale;

/** What tells servers apart. */
final class Hosts {
  private Hosts() {}

  /** Returns host and port, that of the scheme if none is given. */
  static String of(URI uri) {
    String host = uri.getHost();
    if (host == null) {
      return String.valueOf(uri.getAuthority());
    }
    int port = uri.getPort();
    if (port < 0) {
      port = "https".equalsIgnoreCase(uri.getScheme()) ? 443 : 80;
    }
    return host.toLowerCase(Locale.ROOT) + ":" + port;
  }
}
