/**
 * The timeout: it ends what takes too long, by interrupting it or by cancelling it.
 *
 * <p>Start with {@link dev.recloser.timeout.Timeout}.
 */
package dev.recloser.timeout;
