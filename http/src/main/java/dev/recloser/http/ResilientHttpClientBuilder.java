package dev.recloser.http;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;

/** Builds a {@link ResilientHttpClient}. Not safe for use by many threads. */
public final class ResilientHttpClientBuilder
    extends HttpSettings<HttpRequest, ResilientHttpClientBuilder> {
  private final HttpClient client;

  ResilientHttpClientBuilder(HttpClient client) {
    this.client = client;
  }

  @Override
  protected ResilientHttpClientBuilder self() {
    return this;
  }

  /** Builds the client. */
  public ResilientHttpClient build() {
    return new ResilientHttpClient(client, rules(JdkDialect.INSTANCE));
  }
}
