/**
 * The rate limiter: it lets no more calls through than a rate allows, and makes others wait or refuses them.
 *
 * <p>Start with {@link dev.recloser.ratelimiter.RateLimiter}.
 */
package dev.recloser.ratelimiter;
