package dev.recloser.cli.demo;

import dev.recloser.endpoint.EndpointPool;
import dev.recloser.time.TimeSource;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;

/** The two who call the same endpoints at the same times: plain round robin, and the pool. */
final class Rivals implements AutoCloseable {
  private static final int WARM_UP_CALLS = 20;

  private final List<URI> endpoints;
  private final HttpClient plainHttp;
  private final HttpClient pooledHttp;
  private final Turns turns;
  private final EndpointPool<URI> pool;
  private final CallLog plain;
  private final CallLog pooled;
  private final Exposure plainExposure;
  private final Exposure pooledExposure;

  Rivals(List<URI> endpoints, Executor executor, TimeSource time) {
    this.endpoints = endpoints;
    this.plainHttp = HttpClients.open(executor);
    this.pooledHttp = HttpClients.open(executor);
    this.turns = new Turns(endpoints);
    PooledClient client = PooledClient.of(pooledHttp, endpoints);
    this.pool = client.pool();
    this.plain = new CallLog(new HttpCaller(plainHttp, turns), time);
    this.pooled = new CallLog(client.caller(), time);
    this.plainExposure = new Exposure(turns::sentTo);
    this.pooledExposure = new Exposure(endpoint -> shares().get(endpoint).calls());
  }

  /** Makes calls that do not count: the first ones of a JVM are slow, and would be taken for the endpoints'. */
  void warmUp() throws InterruptedException {
    Client plainly = new HttpCaller(plainHttp, new Turns(endpoints));
    Client throughAPool = PooledClient.of(pooledHttp, endpoints).caller();
    for (int i = 0; i < WARM_UP_CALLS; i++) {
      plainly.call();
      throughAPool.call();
    }
  }

  CallLog plain() {
    return plain;
  }

  CallLog pooled() {
    return pooled;
  }

  /** Returns what each endpoint has got from the pool so far, and how it stands. */
  List<Share> shares() {
    return pool.snapshot().endpoints().stream().map(Share::of).toList();
  }

  void fellIll(int endpoint) {
    plainExposure.fellIll(endpoint);
    pooledExposure.fellIll(endpoint);
  }

  void recovered(int endpoint) {
    plainExposure.recovered(endpoint);
    pooledExposure.recovered(endpoint);
  }

  /** Returns what plain round robin went through so far. */
  Side plainSide() {
    long attempts =
        IntStream.range(0, endpoints.size()).mapToLong(turns::sentTo).sum();
    return new Side(plain.latencies(), plain.failed(), attempts, plainExposure);
  }

  /** Returns what the pool went through so far. */
  Side pooledSide() {
    long attempts = shares().stream().mapToLong(Share::calls).sum();
    return new Side(pooled.latencies(), pooled.failed(), attempts, pooledExposure);
  }

  @Override
  public void close() {
    HttpClients.close(plainHttp);
    HttpClients.close(pooledHttp);
  }
}
