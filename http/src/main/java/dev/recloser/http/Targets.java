package dev.recloser.http;

import dev.recloser.check.Argument;
import java.net.URI;

/** Sends a request to an endpoint in place of the host that it names. */
final class Targets {
  private Targets() {}

  /** Returns the address with scheme, host, port and the beginning of the path from the endpoint. */
  static URI at(URI endpoint, URI asked) {
    check(endpoint);
    StringBuilder target = new StringBuilder();
    target.append(endpoint.getScheme()).append("://").append(endpoint.getRawAuthority());
    String base = endpoint.getRawPath();
    target.append(base.endsWith("/") ? base.substring(0, base.length() - 1) : base);
    String path = asked.getRawPath();
    target.append(path == null || path.isEmpty() ? "/" : path);
    if (asked.getRawQuery() != null) {
      target.append('?').append(asked.getRawQuery());
    }
    return URI.create(target.toString());
  }

  /** Throws unless requests can be sent to the endpoint. */
  static void check(URI endpoint) {
    Argument.require(
        endpoint.getRawAuthority() != null && isHttp(endpoint.getScheme()),
        "endpoint",
        "must be an absolute http or https address",
        endpoint);
  }

  private static boolean isHttp(String scheme) {
    return "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
  }
}
