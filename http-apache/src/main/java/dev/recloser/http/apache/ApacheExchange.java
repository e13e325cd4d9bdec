package dev.recloser.http.apache;

import dev.recloser.Call;
import dev.recloser.http.spi.Exchange;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpHeaders;
import java.util.concurrent.CancellationException;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.jspecify.annotations.Nullable;

/** An execution of Apache HttpClient, of which each attempt goes once down the chain. */
final class ApacheExchange implements Exchange<ClassicHttpRequest, ClassicHttpResponse> {
  private final ClassicHttpRequest asked;
  private final ExecChain.Scope scope;
  private final ExecChain chain;
  private volatile @Nullable Breakable attempt;

  ApacheExchange(ClassicHttpRequest asked, ExecChain.Scope scope, ExecChain chain) {
    this.asked = asked;
    this.scope = scope;
    this.chain = chain;
  }

  /** Sends a copy, since the chain adds headers to what it sends, and does not take them a second time. */
  @Override
  public ClassicHttpResponse send(ClassicHttpRequest request)
      throws IOException, InterruptedException {
    try {
      ExecRuntime connection =
          Call.current().deadline().isPresent() ? breakable() : scope.execRuntime;
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedIOException("interrupted"); // There was nothing yet to break off.
      }
      return chain.proceed(
          ClassicRequestBuilder.copy(request).build(),
          Routes.to(request, asked, scope, connection));
    } catch (HttpException failure) {
      throw new ClientProtocolException(failure);
    } catch (IOException failure) {
      if (scope.execRuntime.isExecutionAborted()) {
        CancellationException cancelled = new CancellationException("the request was aborted");
        cancelled.initCause(failure);
        throw cancelled;
      }
      if (Thread.interrupted()) {
        InterruptedException interrupted = new InterruptedException("interrupted");
        interrupted.initCause(failure);
        throw interrupted;
      }
      throw failure;
    }
  }

  private ExecRuntime breakable() {
    Breakable mine = new Breakable(scope.execRuntime);
    attempt = mine;
    return mine.connection();
  }

  @Override
  public boolean heedsInterrupts() {
    return false;
  }

  /** Closes the connection of the attempt; the next one gets another. */
  @Override
  public void breakOff() {
    Breakable current = attempt;
    if (current != null) {
      current.breakOff();
    }
  }

  @Override
  public ClassicHttpResponse answer(
      ClassicHttpRequest request, int statusCode, HttpHeaders headers, byte[] body) {
    BasicClassicHttpResponse answer = new BasicClassicHttpResponse(statusCode);
    headers.map().forEach((name, values) -> values.forEach(value -> answer.addHeader(name, value)));
    ContentType type =
        headers.firstValue("Content-Type").map(ContentType::parseLenient).orElse(null);
    answer.setEntity(new ByteArrayEntity(body, type));
    return answer;
  }
}
