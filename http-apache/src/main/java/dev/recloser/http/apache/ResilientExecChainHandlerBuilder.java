package dev.recloser.http.apache;

import dev.recloser.http.HttpSettings;
import org.apache.hc.core5.http.ClassicHttpRequest;

/** Builds a {@link ResilientExecChainHandler}. Not safe for use by many threads. */
public final class ResilientExecChainHandlerBuilder
    extends HttpSettings<ClassicHttpRequest, ResilientExecChainHandlerBuilder> {

  ResilientExecChainHandlerBuilder() {}

  @Override
  protected ResilientExecChainHandlerBuilder self() {
    return this;
  }

  /** Builds the interceptor. */
  public ResilientExecChainHandler build() {
    return new ResilientExecChainHandler(sender(ApacheDialect.INSTANCE));
  }
}
