/**
 * What all policies share: the outcome of a call, the backoff, the retry budget and the exceptions.
 *
 * <p>Start with {@link dev.recloser.circuitbreaker.CircuitBreaker} and {@link dev.recloser.retry.Retry}.
 */
package dev.recloser;
