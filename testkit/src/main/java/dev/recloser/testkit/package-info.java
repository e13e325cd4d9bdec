/** What to test resilience with. Start with {@link dev.recloser.testkit.Script}, a task that plays a part. */
package dev.recloser.testkit;
