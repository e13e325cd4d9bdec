package dev.recloser.http;

import dev.recloser.check.Argument;
import java.net.URI;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Something for each host, for a bounded number of them: hosts past that share one. Nothing is ever dropped, so what one
 * host has learnt is not lost to a flood of others.
 */
final class PerHost<V> implements Function<URI, V> {
  static final int MOST = 10_000;
  static final String ALL_OTHERS = "all other hosts";

  private final ConcurrentHashMap<String, V> values = new ConcurrentHashMap<>();
  private final Function<? super String, ? extends V> maker;

  PerHost(Function<? super String, ? extends V> maker) {
    this.maker = maker;
  }

  @Override
  public V apply(URI uri) {
    String host = Hosts.of(uri);
    V value = values.get(host);
    if (value != null) {
      return value;
    }
    String key = values.size() < MOST ? host : ALL_OTHERS;
    V shared = values.get(key);
    return shared != null ? shared : made(key);
  }

  /** Several threads may make one at once; all get the first that is there. */
  private V made(String key) {
    V fresh = Argument.notNull("what the maker returns", maker.apply(key));
    V there = values.putIfAbsent(key, fresh);
    return there != null ? there : fresh;
  }
}
