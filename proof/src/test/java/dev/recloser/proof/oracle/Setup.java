package dev.recloser.proof.oracle;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.time.ManualTimeSource;
import java.util.List;
import java.util.function.IntConsumer;

/** The settings of a trace, and the two breakers that have them. */
interface Setup {

  /** Returns the unit of time of the trace, in nanoseconds. */
  long tick();

  /** Returns the lease of a probe before any doubling, in nanoseconds. */
  long lease();

  /** Returns the cooldown of an opening, the first being 1. */
  long cooldown(int opening);

  /** Returns how many probes decide. */
  int probes();

  /** Returns whether so many bad ones among so many probes open the breaker again. */
  boolean reopens(long failed, long slow, long among);

  /** Returns how long a call takes at least that is slow; {@link Long#MAX_VALUE} if no rule asks. */
  long slowThreshold();

  /** Returns whether a call that ends so is a failure. */
  boolean fails(Ending ending);

  /** Returns whether a call that ends so is recorded. */
  boolean records(Ending ending);

  /** Returns the part of a reading that both breakers can give. */
  default Reading comparable(Reading reading) {
    return reading;
  }

  /** Returns how calls may end in a trace: all that both breakers have a word for. */
  List<Ending> endings();

  /** Returns what may be done by hand in a trace. */
  List<Hand> hands();

  /**
   * Returns our breaker.
   *
   * @param openings is told the number of each opening whose cooldown is drawn
   */
  CircuitBreaker ours(ManualTimeSource time, IntConsumer openings);

  /** Returns a fresh peer. */
  Peer theirs();
}
