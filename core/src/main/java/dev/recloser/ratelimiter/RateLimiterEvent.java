package dev.recloser.ratelimiter;

import dev.recloser.event.Event;
import java.time.Duration;

/** Something that a rate limiter did. A call that passes at once makes no event. */
public sealed interface RateLimiterEvent extends Event {

  /**
   * Permits were refused.
   *
   * @param origin when and by whom
   * @param permits how many were asked for
   * @param reason why, for people to read
   * @param retryAfter how long it took, at that moment, until one permit would be free
   */
  record Rejected(Origin origin, int permits, String reason, Duration retryAfter)
      implements RateLimiterEvent {}

  /**
   * A call has waited, and goes on.
   *
   * @param origin when and by whom
   * @param duration for how long
   */
  record Waited(Origin origin, Duration duration) implements RateLimiterEvent {}

  /**
   * A wait ended before its time, by an interrupt or a cancellation, and the permit was given back.
   *
   * @param origin when and by whom
   * @param duration for how long it would have been
   */
  record GaveUp(Origin origin, Duration duration) implements RateLimiterEvent {}

  /**
   * The settings were changed.
   *
   * @param origin when and by whom
   * @param before the settings before
   * @param after the settings in force now
   */
  record Reconfigured(Origin origin, RateLimiterConfig before, RateLimiterConfig after)
      implements RateLimiterEvent {}
}
