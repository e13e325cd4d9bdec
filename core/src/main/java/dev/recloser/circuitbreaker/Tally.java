package dev.recloser.circuitbreaker;

import dev.recloser.Outcome;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What a breaker has counted since it was made. Successes are not counted: they would cost a write a call. */
final class Tally {

  /*
   * A counter is made when there is something to count: most breakers have nothing of most kinds, and there may be millions of
   * breakers.
   */

  private static final VarHandle FAILURES = counter("failures");
  private static final VarHandle REJECTED = counter("rejected");
  private static final VarHandle IGNORED = counter("ignored");
  private static final VarHandle STRAGGLERS = counter("stragglers");

  private volatile @Nullable LongAdder failures;
  private volatile @Nullable LongAdder rejected;
  private volatile @Nullable LongAdder ignored;
  private volatile @Nullable LongAdder stragglers;

  void ended(Outcome outcome) {
    if (outcome == Outcome.FAILURE) {
      increment(failures, FAILURES);
    } else if (outcome == Outcome.IGNORED) {
      increment(ignored, IGNORED);
    }
  }

  void rejected() {
    increment(rejected, REJECTED);
  }

  void straggled() {
    increment(stragglers, STRAGGLERS);
  }

  long failures() {
    return sum(failures);
  }

  long rejections() {
    return sum(rejected);
  }

  long ignored() {
    return sum(ignored);
  }

  long stragglers() {
    return sum(stragglers);
  }

  private void increment(@Nullable LongAdder counter, VarHandle variable) {
    if (counter != null) {
      counter.increment();
    } else {
      incrementFirst(variable);
    }
  }

  private void incrementFirst(VarHandle variable) {
    LongAdder fresh = new LongAdder();
    LongAdder there = (LongAdder) variable.compareAndExchange(this, (LongAdder) null, fresh);
    (there == null ? fresh : there).increment();
  }

  private static long sum(@Nullable LongAdder counter) {
    return counter == null ? 0 : counter.sum();
  }

  private static VarHandle counter(String name) {
    try {
      return MethodHandles.lookup().findVarHandle(Tally.class, name, LongAdder.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
