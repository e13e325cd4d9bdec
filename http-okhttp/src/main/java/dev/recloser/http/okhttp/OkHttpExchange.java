package dev.recloser.http.okhttp;

import dev.recloser.Call;
import dev.recloser.http.spi.Exchange;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;
import org.jspecify.annotations.Nullable;

/** A call of OkHttp, of which each attempt goes once down the chain. */
final class OkHttpExchange implements Exchange<Request, Response> {
  private final Interceptor.Chain chain;
  private volatile @Nullable Line line;

  OkHttpExchange(Interceptor.Chain chain) {
    this.chain = chain;
  }

  @Override
  public Response send(Request request) throws IOException, InterruptedException {
    try {
      return Call.current().deadline().isPresent()
          ? sendInTime(request, Call.current().remaining())
          : chain.proceed(request);
    } catch (IOException failure) {
      if (chain.call().isCanceled()) {
        CancellationException cancelled = new CancellationException("the call was cancelled");
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

  private Response sendInTime(Request request, Duration left) throws IOException {
    Line mine = new Line();
    line = mine;
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("interrupted"); // There was no line yet to cut.
    }
    try {
      return chain
          .withConnectTimeout(connectMillis(left), TimeUnit.MILLISECONDS)
          .proceed(request.newBuilder().tag(Line.class, mine).build());
    } finally {
      mine.release();
    }
  }

  /** Returns the shorter of two times to connect in; none is written as zero. */
  private int connectMillis(Duration left) {
    int most = (int) Math.max(1, Math.min(Integer.MAX_VALUE, left.toMillis()));
    int own = chain.connectTimeoutMillis();
    return own == 0 ? most : Math.min(own, most);
  }

  @Override
  public boolean heedsInterrupts() {
    return false;
  }

  @Override
  public void breakOff() {
    Line current = line;
    if (current != null) {
      current.cut();
    }
  }

  @Override
  public Response answer(Request request, int statusCode, HttpHeaders headers, byte[] body) {
    Response.Builder answer = new Response.Builder()
        .request(request)
        .protocol(Protocol.HTTP_1_1)
        .code(statusCode)
        .message("");
    headers.map().forEach((name, values) -> values.forEach(value -> answer.addHeader(name, value)));
    MediaType type = headers.firstValue("Content-Type").map(MediaType::parse).orElse(null);
    return answer.body(ResponseBody.create(body, type)).build();
  }
}
