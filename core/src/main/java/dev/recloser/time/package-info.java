/**
 * The one door to time: nothing else in the library reads a clock, sleeps or starts a thread.
 *
 * <p>Start with {@link dev.recloser.time.TimeSource}; tests use {@link dev.recloser.time.ManualTimeSource}.
 */
package dev.recloser.time;
