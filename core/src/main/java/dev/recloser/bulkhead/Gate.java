package dev.recloser.bulkhead;

import dev.recloser.Call;
import dev.recloser.CallInterruptedException;
import dev.recloser.Outcome;
import dev.recloser.bulkhead.BulkheadEvent.Abandoned.Reason;
import dev.recloser.check.Early;
import dev.recloser.check.Urgent;
import dev.recloser.time.TimeSource;
import dev.recloser.time.Timer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Lets calls in and out: at once, after a wait in line, or not at all. The same for blocking and async calls. */
final class Gate {
  private static final int MOST_READINGS = 100_000;
  private static final VarHandle TERMS;

  static {
    Early.initialize(
        Permits.class,
        Waiter.class,
        Starts.class,
        AsyncCall.class,
        ExecutorTask.class,
        ArrayDeque.class,
        CompletableFuture.class,
        CancellationException.class);
    try {
      TERMS = MethodHandles.lookup().findVarHandle(Gate.class, "terms", Terms.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final String name;
  private final TimeSource time;
  private final BulkheadAnnouncer announcer;
  private final Permits permits;
  private final Starts starts;
  private final LongAdder rejected = new LongAdder();
  private final LongAdder abandoned = new LongAdder();
  private final AtomicInteger resizesBegun = new AtomicInteger();
  private final AtomicInteger resizesDone = new AtomicInteger();

  private volatile Terms terms;

  Gate(String name, BulkheadConfig config) {
    this.name = name;
    this.time = config.timeSource();
    this.announcer = new BulkheadAnnouncer(name, time);
    this.permits = new Permits(config.maxConcurrent());
    this.starts = new Starts(time, permits);
    this.terms = new Terms(name, config);
  }

  String name() {
    return name;
  }

  BulkheadAnnouncer announcer() {
    return announcer;
  }

  Terms terms() {
    return terms;
  }

  /** Lets a call in if a permit is free and nobody waits; else refuses it. */
  @Nullable
  BulkheadFullException tryEnter() {
    return permits.tryTake() ? admitted(0) : refused(terms.full(), 0);
  }

  /** Lets a call in, if need be after this thread has waited in line; returns the refusal, or null. */
  @Nullable
  BulkheadFullException enter() {
    return permits.tryTake() ? admitted(0) : enterLate();
  }

  private @Nullable BulkheadFullException enterLate() {
    Terms now = terms;
    if (now.queue() == 0) {
      return refused(now.full(), 0);
    }
    Waiter waiter = new Waiter(time.nanoTime(), null);
    try {
      return enterInTurn(now, waiter, Call.current());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      withdraw(waiter);
      abandoned(Reason.INTERRUPTED, waited(waiter));
      throw new CallInterruptedException(
          "bulkhead '" + name + "' was interrupted while the call waited in line", e);
    } catch (Throwable failure) {
      withdraw(waiter);
      throw failure;
    }
  }

  private @Nullable BulkheadFullException enterInTurn(Terms now, Waiter waiter, Call call)
      throws InterruptedException {
    Duration longest = now.longestWait(call);
    BulkheadFullException refusal = lineUp(now, waiter, longest);
    if (refusal != null) {
      return refused(refusal, 0);
    }
    boolean admitted = time.await(waiter.admission(), longest, false);
    long waited = waited(waiter);
    if (admitted && !Terms.late(call)) {
      announcer.admitted(waited);
      return null;
    }
    withdraw(waiter);
    return refused(now.waitedInVain(call), waited);
  }

  /** Gives up a place in line, or the permit that it led to at the same moment. */
  private void withdraw(Waiter waiter) {
    if (waiter.withdraw()) {
      giveBack();
    }
  }

  /** Lets an async call in, now or later, or refuses it. */
  void admit(AsyncCall<?> call) {
    if (permits.tryTake()) {
      call.start(0);
      return;
    }
    Terms now = terms;
    if (now.queue() == 0) {
      call.fail(refused(now.full(), 0));
      return;
    }
    Waiter waiter = new Waiter(time.nanoTime(), call);
    Duration longest = now.longestWait(call.context());
    call.waitsAs(waiter);
    BulkheadFullException refusal = lineUp(now, waiter, longest);
    if (refusal == null) {
      expire(now, waiter, longest, call);
    } else {
      waiter.leave();
      call.fail(refused(refusal, 0));
    }
  }

  private void expire(Terms now, Waiter waiter, Duration longest, AsyncCall<?> call) {
    if (waiter.admission().isDone()) {
      return;
    }
    try {
      Timer timer = time.schedule(longest, (Urgent) () -> waitedInVain(now, waiter, call));
      var unused = waiter.admission().thenAccept(admitted -> timer.cancel());
    } catch (Throwable failure) {
      if (waiter.leave()) {
        call.fail(failure);
      }
    }
  }

  private void waitedInVain(Terms now, Waiter waiter, AsyncCall<?> call) {
    if (!waiter.leave()) {
      return;
    }
    Throwable refusal;
    try {
      refusal = refused(now.waitedInVain(call.context()), waited(waiter));
    } catch (Throwable failure) {
      refusal = failure;
    }
    call.fail(refusal);
  }

  private @Nullable BulkheadFullException lineUp(Terms now, Waiter waiter, Duration longest) {
    if (longest.isZero() || longest.isNegative()) {
      return now.noTimeToWait();
    }
    if (!permits.join(waiter, now.queue())) {
      return now.full();
    }
    starts.start(permits.handOver());
    announcer.queued(Permits.waiting(permits.state()));
    return null;
  }

  /** Takes back the permit of a call that has ended. */
  void leave(Outcome outcome) {
    giveBack();
    finished(outcome);
  }

  /** Takes back a permit. */
  void giveBack() {
    starts.start(permits.release());
  }

  /** Tells that a call has ended whose permit is back. */
  void finished(Outcome outcome) {
    announcer.finished(outcome);
  }

  private @Nullable BulkheadFullException admitted(long waitedNanos) {
    try {
      announcer.admitted(waitedNanos);
      return null;
    } catch (Throwable failure) {
      giveBack();
      throw failure;
    }
  }

  BulkheadFullException refused(BulkheadFullException refusal, long waitedNanos) {
    rejected.increment();
    announcer.rejected(refusal, waitedNanos);
    return refusal;
  }

  void abandoned(Reason reason, long waitedNanos) {
    abandoned.increment();
    announcer.abandoned(reason, waitedNanos);
  }

  long waited(Waiter waiter) {
    return Math.max(0, time.nanoTime() - waiter.since());
  }

  /** Lets every call in, those in line too; or no longer. */
  void open(boolean open) {
    starts.start(permits.unlimited(open));
  }

  void reconfigure(BulkheadConfig config) {
    resizesBegun.incrementAndGet();
    Terms before = (Terms) TERMS.getAndSet(this, new Terms(name, config));
    List<AsyncCall<?>> admitted;
    try {
      admitted = permits.add(config.maxConcurrent() - before.config().maxConcurrent());
    } finally {
      resizesDone.incrementAndGet();
    }
    starts.start(admitted);
    announcer.reconfigured(before.config(), config);
  }

  /**
   * Reads again if a resize came between: the limit and what is free of it are changed one after the other. Not for ever: a
   * thread may have run out of stack in the middle of a resize.
   */
  BulkheadSnapshot snapshot() {
    for (int attempt = 1; true; attempt++) {
      int resizes = resizesDone.get();
      BulkheadConfig config = terms.config();
      long state = permits.state();
      if (resizesBegun.get() == resizes || attempt == MOST_READINGS) {
        return BulkheadSnapshot.of(name, config, state, rejected.sum(), abandoned.sum());
      }
      Thread.onSpinWait();
    }
  }
}
