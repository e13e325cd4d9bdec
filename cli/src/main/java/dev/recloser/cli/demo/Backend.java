package dev.recloser.cli.demo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One of several HTTP services on ports of the loopback address; ails and recovers as it is told, by one thread. */
final class Backend implements AutoCloseable {
  static final int SLOW_MILLIS = 300;
  private static final int ERROR_IN = 50;

  private final InetSocketAddress address;
  private final ScheduledExecutorService scheduler;
  private final Random random = new Random();
  private volatile HttpServer server;
  private volatile @Nullable Socket unheard;
  private volatile @Nullable Ailment ailment;

  private Backend(HttpServer server, ScheduledExecutorService scheduler) {
    this.server = server;
    this.address = server.getAddress();
    this.scheduler = scheduler;
    open(server);
  }

  /** Starts a service on a free port; it answers on threads of the scheduler. */
  static Backend start(ScheduledExecutorService scheduler) throws IOException {
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    return new Backend(HttpServer.create(anyPort, 0), scheduler);
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + address.getPort());
  }

  void fallIll(Ailment what) {
    ailment = what;
    if (what == Ailment.DEATH) {
      server.stop(0);
      unheard = holdPort();
    }
  }

  void recover() {
    ailment = null;
    Socket held = unheard;
    if (held != null) {
      unheard = null;
      comeBack(held);
    }
  }

  /** Keeps the port from others, without listening: whoever connects is refused. */
  private Socket holdPort() {
    try {
      Socket socket = new Socket();
      socket.setReuseAddress(true);
      socket.bind(address);
      return socket;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void comeBack(Socket held) {
    try {
      held.close();
      server = HttpServer.create(address, 0);
      open(server);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void open(HttpServer opened) {
    opened.createContext("/", this::take);
    opened.start();
  }

  private void take(HttpExchange exchange) {
    Ailment now = ailment;
    int millis = now == Ailment.SLOWNESS ? SLOW_MILLIS : 10 + random.nextInt(20);
    boolean error = now == Ailment.ERRORS || (now == null && random.nextInt(ERROR_IN) == 0);
    Future<?> unused = scheduler.schedule(
        () -> answer(exchange, error ? 503 : 200), millis, TimeUnit.MILLISECONDS);
  }

  private static void answer(HttpExchange exchange, int status) {
    try (exchange) {
      exchange.sendResponseHeaders(status, -1);
    } catch (IOException e) {
      // The caller has given up, or the service has died meanwhile.
    }
  }

  @Override
  public void close() {
    Socket held = unheard;
    if (held == null) {
      server.stop(0);
      return;
    }
    try {
      held.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
