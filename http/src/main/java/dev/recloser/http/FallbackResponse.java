package dev.recloser.http;

import dev.recloser.check.Argument;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * What is answered when no server answers. The caller gets it as if a server had sent it, through a body handler of its
 * own where there is one.
 */
public final class FallbackResponse {
  private final int statusCode;
  private final HttpHeaders headers;
  private final byte[] body;

  private FallbackResponse(int statusCode, HttpHeaders headers, byte[] body) {
    this.statusCode = statusCode;
    this.headers = headers;
    this.body = body;
  }

  /**
   * Returns an answer.
   *
   * @param statusCode the status, from 100 to 999
   * @param headers the headers
   * @param body the body
   */
  public static FallbackResponse of(int statusCode, HttpHeaders headers, byte[] body) {
    Argument.require(
        statusCode >= 100 && statusCode <= 999,
        "statusCode",
        "must be from 100 to 999",
        statusCode);
    return new FallbackResponse(
        statusCode,
        Argument.notNull("headers", headers),
        Argument.notNull("body", body).clone());
  }

  /**
   * Returns an answer with a text, in UTF-8.
   *
   * @param statusCode the status, from 100 to 999
   * @param contentType the type of the text, such as {@code application/json}
   * @param text the text
   */
  public static FallbackResponse of(int statusCode, String contentType, String text) {
    Argument.notBlank("contentType", contentType);
    byte[] body = Argument.notNull("text", text).getBytes(StandardCharsets.UTF_8);
    Map<String, List<String>> headers = Map.of(
        "Content-Type", List.of(contentType),
        "Content-Length", List.of(Integer.toString(body.length)));
    return of(statusCode, HttpHeaders.of(headers, (name, value) -> true), body);
  }

  /** Returns the status. */
  public int statusCode() {
    return statusCode;
  }

  /** Returns the headers. */
  public HttpHeaders headers() {
    return headers;
  }

  byte[] bytes() {
    return body.clone();
  }
}
