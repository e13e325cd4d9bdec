package dev.recloser.http.apache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.TimeoutExceededException;
import dev.recloser.time.ManualTimeSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.client5.http.io.LeaseRequest;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A time that is up at an inconvenient moment. */
class BreakableTest {
  private static final Duration LIMIT = Duration.ofSeconds(1);

  private final ManualTimeSource time = new ManualTimeSource();
  private final PoolingHttpClientConnectionManager pool = new PoolingHttpClientConnectionManager();

  enum Moment {
    BEFORE_LEASE,
    AFTER_LEASE,
    BEFORE_CONNECT,
    AFTER_CONNECT
  }

  @ParameterizedTest
  @EnumSource
  @org.junit.jupiter.api.Timeout(20)
  void aConnectionThatIsGotWhenTheTimeIsUpIsNotUsed(Moment moment) throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        CloseableHttpClient client = client(moment)) {
      HttpGet request = new HttpGet("http://127.0.0.1:" + silent.getLocalPort() + "/");

      assertThatThrownBy(() -> client.execute(request, response -> response.getCode()))
          .isInstanceOf(TimeoutExceededException.class);

      assertThat(pool.getTotalStats().getLeased()).isZero();
      assertThat(Thread.interrupted()).isFalse();
    }
  }

  private CloseableHttpClient client(Moment moment) {
    return HttpClients.custom()
        .disableAutomaticRetries()
        .setConnectionManager(lateAt(moment))
        .addExecInterceptorFirst(
            "recloser",
            ResilientExecChainHandler.builder()
                .attemptTimeout(LIMIT)
                .timeSource(time)
                .build())
        .build();
  }

  /** Returns a pool of connections that lets the time pass at a moment. */
  private HttpClientConnectionManager lateAt(Moment moment) {
    return (HttpClientConnectionManager) Proxy.newProxyInstance(
        getClass().getClassLoader(),
        new Class<?>[] {HttpClientConnectionManager.class},
        (proxy, method, arguments) -> switch (method.getName()) {
          case "lease" -> lateAt(moment, (LeaseRequest) call(method, arguments));
          case "connect" -> connect(moment, method, arguments);
          default -> call(method, arguments);
        });
  }

  private LeaseRequest lateAt(Moment moment, LeaseRequest lease) {
    return new LeaseRequest() {
      @Override
      public ConnectionEndpoint get(Timeout timeout) {
        passIf(moment == Moment.BEFORE_LEASE);
        try {
          return lease.get(timeout);
        } catch (Exception e) {
          throw new AssertionError(e);
        } finally {
          passIf(moment == Moment.AFTER_LEASE);
        }
      }

      @Override
      public boolean cancel() {
        return lease.cancel();
      }
    };
  }

  private Object connect(Moment moment, Method method, Object[] arguments) throws Throwable {
    passIf(moment == Moment.BEFORE_CONNECT);
    Object result = call(method, arguments);
    passIf(moment == Moment.AFTER_CONNECT);
    return result;
  }

  private Object call(Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(pool, arguments);
    } catch (InvocationTargetException failure) {
      throw failure.getCause();
    }
  }

  private void passIf(boolean now) {
    if (now) {
      time.advance(LIMIT);
    }
  }
}
