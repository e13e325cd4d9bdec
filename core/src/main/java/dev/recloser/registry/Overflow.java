package dev.recloser.registry;

import dev.recloser.check.SafeLog;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.registry.RegistryEvent.Overflowed;
import dev.recloser.time.TimeSource;
import java.util.concurrent.atomic.AtomicLong;

/** What keys share for which there is no room. */
final class Overflow {
  private static final System.Logger LOGGER = System.getLogger(KeyedBreakers.class.getName());

  private final String name;
  private final CircuitBreaker breaker;
  private final Feed feed;
  private final TimeSource time;
  private final long betweenWarnings;
  private final AtomicLong nextWarning;

  /**
   * @param name what the keyed breakers are called
   * @param betweenWarnings after what time it warns again, in nanoseconds
   */
  Overflow(String name, CircuitBreaker breaker, Feed feed, TimeSource time, long betweenWarnings) {
    this.name = name;
    this.breaker = breaker;
    this.feed = feed;
    this.time = time;
    this.betweenWarnings = betweenWarnings;
    this.nextWarning = new AtomicLong(time.nanoTime());
  }

  /** Returns a breaker that counts, and lets all calls pass. */
  static CircuitBreaker counting(String name, TimeSource time) {
    CircuitBreaker breaker =
        CircuitBreaker.builder(name + "-overflow").timeSource(time).build();
    breaker.metricsOnly();
    return breaker;
  }

  CircuitBreaker breaker() {
    return breaker;
  }

  /** Returns the breaker for a key that found no room within the bound, and tells of it. */
  CircuitBreaker take(Object key, int bound) {
    long now = time.nanoTime();
    long due = nextWarning.get();
    if (now - due >= 0 && nextWarning.compareAndSet(due, now + betweenWarnings)) {
      SafeLog.warn(
          LOGGER,
          () -> "'" + name + "' has no room for more than " + bound + " keys; others share '"
              + breaker.name() + "'",
          null);
    }
    feed.tell(
        Overflowed.class,
        breaker.name(),
        origin -> new Overflowed(origin, PolicyKind.CIRCUIT_BREAKER, key, breaker));
    feed.carryOut();
    return breaker;
  }
}
