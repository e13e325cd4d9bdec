/**
 * The circuit breaker: it stops calling a dependency that mostly fails, and probes it until it recovers.
 *
 * <p>Start with {@link dev.recloser.circuitbreaker.CircuitBreaker}; {@link
 * dev.recloser.circuitbreaker.CircuitBreaker#builder} shows what can be set.
 */
package dev.recloser.circuitbreaker;
