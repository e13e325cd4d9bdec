package dev.recloser.http.apache;

import dev.recloser.http.spi.Exchange;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpHeaders;
import java.util.concurrent.CancellationException;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;

/** An execution of Apache HttpClient, of which each attempt goes once down the chain. */
record ApacheExchange(ClassicHttpRequest asked, ExecChain.Scope scope, ExecChain chain)
    implements Exchange<ClassicHttpRequest, ClassicHttpResponse> {

  /** Sends a copy, since the chain adds headers to what it sends, and does not take them a second time. */
  @Override
  public ClassicHttpResponse send(ClassicHttpRequest request)
      throws IOException, InterruptedException {
    try {
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedIOException("interrupted"); // There was no connection yet to close.
      }
      return chain.proceed(
          ClassicRequestBuilder.copy(request).build(), Routes.to(request, asked, scope));
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

  @Override
  public boolean heedsInterrupts() {
    return false;
  }

  /** Closes the connection of the attempt; the next one gets another. */
  @Override
  public void breakOff() {
    scope.execRuntime.discardEndpoint();
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
