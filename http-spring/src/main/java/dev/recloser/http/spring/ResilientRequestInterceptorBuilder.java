package dev.recloser.http.spring;

import dev.recloser.http.HttpSettings;
import org.springframework.http.HttpRequest;

/** Builds a {@link ResilientRequestInterceptor}. Not safe for use by many threads. */
public final class ResilientRequestInterceptorBuilder
    extends HttpSettings<HttpRequest, ResilientRequestInterceptorBuilder> {

  ResilientRequestInterceptorBuilder() {}

  @Override
  protected ResilientRequestInterceptorBuilder self() {
    return this;
  }

  /** Builds the interceptor. */
  public ResilientRequestInterceptor build() {
    return new ResilientRequestInterceptor(sender(SpringDialect.INSTANCE));
  }
}
