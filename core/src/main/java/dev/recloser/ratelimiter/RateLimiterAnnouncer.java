package dev.recloser.ratelimiter;

import dev.recloser.event.Listeners;
import dev.recloser.event.Origins;
import dev.recloser.ratelimiter.RateLimiterEvent.GaveUp;
import dev.recloser.ratelimiter.RateLimiterEvent.Reconfigured;
import dev.recloser.ratelimiter.RateLimiterEvent.Rejected;
import dev.recloser.ratelimiter.RateLimiterEvent.Waited;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** Makes the events of one rate limiter, if somebody hears them, and numbers them. */
final class RateLimiterAnnouncer {
  private final Origins origins;
  private final Listeners<RateLimiterEvent> listeners = new Listeners<>();
  private final LongAdder rejected = new LongAdder();

  RateLimiterAnnouncer(String name, TimeSource time) {
    this.origins = new Origins(name, time);
  }

  String name() {
    return origins.policyName();
  }

  Listeners<RateLimiterEvent> listeners() {
    return listeners;
  }

  /** Returns how many refusals there have been. */
  long rejections() {
    return rejected.sum();
  }

  void rejected(int permits, RateLimitedException refusal) {
    rejected.increment();
    if (listeners.hear(Rejected.class)) {
      Optional<Duration> wait = refusal.retryAfter();
      listeners.publish(
          new Rejected(origins.next(), permits, refusal.reason(), wait.orElse(Duration.ZERO)));
    }
  }

  void waited(long nanos) {
    if (listeners.hear(Waited.class)) {
      listeners.publish(new Waited(origins.next(), Duration.ofNanos(nanos)));
    }
  }

  void gaveUp(long nanos) {
    if (listeners.hear(GaveUp.class)) {
      listeners.publish(new GaveUp(origins.next(), Duration.ofNanos(nanos)));
    }
  }

  void reconfigured(RateLimiterConfig before, RateLimiterConfig after) {
    if (listeners.hear(Reconfigured.class)) {
      listeners.publish(new Reconfigured(origins.next(), before, after));
    }
  }
}
