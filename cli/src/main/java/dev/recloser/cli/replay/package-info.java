/** Recorded calls, played through a circuit breaker in virtual time. Lines become calls in a {@link
 * dev.recloser.cli.replay.CallFormat}, are put in order and played by {@link
 * dev.recloser.cli.replay.Replay}, and are counted in {@link dev.recloser.cli.replay.Report}. */
@NullMarked
package dev.recloser.cli.replay;

import org.jspecify.annotations.NullMarked;
