/** Runs the benchmarks in {@code path} and tells how the results stand to the targets. Start at {@code Main}. */
package dev.recloser.bench;
