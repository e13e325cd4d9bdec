package dev.recloser.http.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Stands in front of a server and does to each connection what it is told. There is one exchange per connection; the server
 * must close its own after it.
 */
public final class FaultyProxy implements AutoCloseable {
  private final URI server;
  private final InetSocketAddress address;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final ConcurrentLinkedQueue<Fault> script = new ConcurrentLinkedQueue<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger accepted = new AtomicInteger();
  private volatile Fault usual = Fault.PASS;
  private volatile ServerSocket listener;
  private volatile CompletableFuture<Void> listening;

  public FaultyProxy(URI server) {
    this.server = server;
    this.listener = bound(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    this.address = (InetSocketAddress) listener.getLocalSocketAddress();
    this.listening = listen(listener);
  }

  /** Does this to the next connection that has no fault yet. */
  public FaultyProxy then(Fault fault) {
    script.add(fault);
    return this;
  }

  /** Does this to all other connections from now on, in place of letting them pass. */
  public void always(Fault fault) {
    usual = fault;
  }

  /** Refuses connections from now on. While a thread is in it, a socket that is closed may accept one more. */
  public void refuse() {
    close(listener);
    listening.join();
  }

  /** Accepts connections again, at the same port. */
  public void accept() {
    listener = bound(address);
    listening = listen(listener);
  }

  /** Returns how many connections were accepted. */
  public int accepted() {
    return accepted.get();
  }

  /** Returns how many connections are open still when the client has had that time to close them. */
  public int openAfter(Duration patience) {
    long start = System.nanoTime();
    while (!open.isEmpty() && System.nanoTime() - start < patience.toNanos()) {
      LockSupport.parkNanos(1_000_000);
    }
    return open.size();
  }

  public URI uri() {
    return URI.create("http://127.0.0.1:" + address.getPort() + "/");
  }

  private CompletableFuture<Void> listen(ServerSocket on) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            while (true) {
              accepted(on.accept());
            }
          } catch (IOException closed) {
            // Nothing is accepted any more.
          }
        },
        threads);
  }

  private void accepted(Socket client) {
    accepted.incrementAndGet();
    open.add(client);
    Fault fault = script.poll();
    threads.execute(() -> serve(client, fault == null ? usual : fault));
  }

  private void serve(Socket client, Fault fault) {
    try (client) {
      fault.on(new Connection(client, server));
    } catch (IOException clientHasGone) {
      // So be it.
    } finally {
      open.remove(client);
    }
  }

  private static ServerSocket bound(InetSocketAddress address) {
    try {
      ServerSocket socket = new ServerSocket();
      socket.setReuseAddress(true);
      socket.bind(address);
      return socket;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void close(AutoCloseable socket) {
    try {
      socket.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    refuse();
    open.forEach(FaultyProxy::close);
    threads.shutdownNow();
  }
}
