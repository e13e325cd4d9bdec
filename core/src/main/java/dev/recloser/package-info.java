/**
 * The pipeline, and what all policies share: the call and its deadline, the outcome, the backoff, the retry budget and the exceptions.
 *
 * <p>Start with {@link dev.recloser.Pipeline}, or with one policy, such as a {@link dev.recloser.circuitbreaker.CircuitBreaker}.
 */
package dev.recloser;
