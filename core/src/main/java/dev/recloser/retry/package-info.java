/**
 * The retry: it repeats a failing task a limited number of times, at growing intervals, within a budget.
 *
 * <p>Start with {@link dev.recloser.retry.Retry}.
 */
package dev.recloser.retry;
