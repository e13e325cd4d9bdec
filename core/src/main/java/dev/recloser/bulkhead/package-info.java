/**
 * The bulkhead: it limits how many calls run at once, and lets a bounded number of others wait in line.
 *
 * <p>Start with {@link dev.recloser.bulkhead.Bulkhead}.
 */
package dev.recloser.bulkhead;
