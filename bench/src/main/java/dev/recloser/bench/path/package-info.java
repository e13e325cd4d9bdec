/**
 * The benchmarks, one class a path. The name of a method says who is measured; {@code bare} is the same work unguarded,
 * {@code clock} one reading of the clock. Each peer's own state is built only where that peer is measured.
 */
package dev.recloser.bench.path;
