/**
 * What to test resilience with, in no time: nothing here sleeps, all runs on a {@link dev.recloser.time.ManualTimeSource}.
 *
 * <ul>
 *   <li>{@link dev.recloser.testkit.Script}: a task that plays a part, {@code Script.of("F F S")}
 *   <li>{@link dev.recloser.testkit.Trace}: what happened, as text to compare with a literal
 *   <li>{@link dev.recloser.testkit.ResilienceAssertions}: the state, the events, the attempts, the timers left behind
 *   <li>{@link dev.recloser.testkit.Fault}: a policy that delays calls, fails them or changes their results
 * </ul>
 *
 * <pre>{@code
 * ManualTimeSource time = new ManualTimeSource();
 * Retry retry = Retry.builder("inventory").timeSource(time).build();
 * Script<String> inventory = Script.of("F F S");
 * Trace trace = Trace.on(time).watch(retry);
 *
 * trace.call(() -> retry.call(trace.task("get", inventory)));
 * assertPlayed(inventory);
 * }</pre>
 */
package dev.recloser.testkit;
