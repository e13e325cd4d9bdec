package dev.recloser.ratelimiter;

import java.time.Duration;

/**
 * One reading of a rate limiter.
 *
 * @param name its name
 * @param available how many permits are free
 * @param waiting how many wait for a permit whose instant has not come
 * @param retryAfter how long it takes until a permit is free; zero if one is
 * @param rejected how many times permits were refused, since the limiter was made
 */
public record RateLimiterSnapshot(
    String name, int available, int waiting, Duration retryAfter, long rejected) {}
