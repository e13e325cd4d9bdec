package dev.recloser.http.okhttp;

import dev.recloser.http.HttpSettings;
import okhttp3.Request;

/** Builds a {@link ResilientInterceptor}. Not safe for use by many threads. */
public final class ResilientInterceptorBuilder
    extends HttpSettings<Request, ResilientInterceptorBuilder> {
  private boolean onlyIOExceptions;

  ResilientInterceptorBuilder() {}

  @Override
  protected ResilientInterceptorBuilder self() {
    return this;
  }

  /**
   * Throws refusals and timeouts as the cause of an {@link java.io.IOException}. For {@code enqueue}, whose callback is
   * told of no other exception properly: OkHttp throws it once more in its own thread. Default: they are thrown as they
   * are.
   */
  public ResilientInterceptorBuilder refusalsAsIOExceptions() {
    onlyIOExceptions = true;
    return this;
  }

  /** Builds the interceptor. */
  public ResilientInterceptor build() {
    return new ResilientInterceptor(sender(OkHttpDialect.INSTANCE), onlyIOExceptions);
  }
}
