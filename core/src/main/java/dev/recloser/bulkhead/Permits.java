package dev.recloser.bulkhead;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** The permits of a bulkhead, and the line of those who wait for one. */
final class Permits {

  /*
   * Two numbers change together: how many permits are free, and how many wait for one.
   *
   *   63               32 31               0
   *   [  free, signed   ] [    waiting     ]
   *
   * The limit is not among them. A resize adds to what is free, which is below zero while more calls run than a smaller
   * limit allows; so no call is admitted by a limit that was read before it changed.
   *
   * A free permit may be taken only while nobody waits, so nobody is overtaken. Whoever makes a permit free, and whoever
   * joins the line, hands over: takes a free permit on behalf of the line, and gives it to the first who still waits. One
   * who waits is a future of a boolean, and whoever completes it decides; so one who gives up at the moment of the
   * hand-over has either the permit or left, and then the next one in line gets it. A hand-over that finds the line empty
   * puts the permit back and looks at the line once more: somebody may have joined meanwhile, and have found no permit.
   *
   * Permits that are lent without limit may all be taken already, and are taken all the same: what is free then falls below
   * zero, as after a resize, and rises as calls end. So a call gives back a permit whatever has been switched meanwhile.
   *
   * Nothing here runs foreign code. Blocked threads are woken; async calls that got a permit are returned, to be started
   * by the caller when it is ready.
   */

  private static final long ONE_FREE = 1L << 32;
  private static final long ONE_WAITING = 1;
  private static final List<AsyncCall<?>> NONE = List.of();
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Permits.class, "state", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final ConcurrentLinkedQueue<Waiter> line = new ConcurrentLinkedQueue<>();

  private volatile long state;
  private volatile boolean unlimited;

  Permits(int free) {
    state = free * ONE_FREE;
  }

  /** Takes a permit if one is free and nobody waits, or without limit. */
  boolean tryTake() {
    long now = state;
    while ((free(now) > 0 && waiting(now) == 0) || unlimited) {
      if (STATE.weakCompareAndSet(this, now, now - ONE_FREE)) {
        return true;
      }
      now = state;
    }
    return false;
  }

  /** Gives a permit back; returns the async calls that are to be started. */
  List<AsyncCall<?>> release() {
    long before = (long) STATE.getAndAdd(this, ONE_FREE);
    return waiting(before) == 0 ? NONE : handOver();
  }

  /** Adds permits, or takes them away, even those in use; returns the async calls that are to be started. */
  List<AsyncCall<?>> add(int permits) {
    long before = (long) STATE.getAndAdd(this, permits * ONE_FREE);
    return waiting(before) == 0 ? NONE : handOver();
  }

  /** Lends permits without limit, or no longer; returns the async calls that are to be started. */
  List<AsyncCall<?>> unlimited(boolean without) {
    unlimited = without;
    return handOver();
  }

  /** Joins the line, unless it is full already. A hand-over must follow. */
  boolean join(Waiter waiter, int most) {
    long now;
    do {
      now = state;
      if (waiting(now) >= most) {
        return false;
      }
    } while (!STATE.weakCompareAndSet(this, now, now + ONE_WAITING));
    boolean willBeNoted = false;
    try {
      var unused = waiter.admission().thenAccept(admitted -> left(waiter, admitted));
      willBeNoted = true;
    } finally {
      if (!willBeNoted) {
        STATE.getAndAdd(this, -ONE_WAITING);
      }
    }
    line.add(waiter);
    return true;
  }

  private void left(Waiter waiter, boolean admitted) {
    STATE.getAndAdd(this, -ONE_WAITING);
    if (!admitted) {
      line.remove(waiter);
    }
  }

  /** Gives free permits to those in line; returns the async calls that are to be started. */
  List<AsyncCall<?>> handOver() {
    List<AsyncCall<?>> admitted = NONE;
    while (takeForTheLine()) {
      Waiter first = admitFirst();
      if (first == null) {
        STATE.getAndAdd(this, ONE_FREE);
        if (line.isEmpty()) {
          break;
        }
      } else if (first.call() != null) {
        admitted = admitted.isEmpty() ? new ArrayList<>() : admitted;
        admitted.add(first.call());
      }
    }
    return admitted;
  }

  private boolean takeForTheLine() {
    long now = state;
    while (waiting(now) > 0 && (free(now) > 0 || unlimited)) {
      if (STATE.weakCompareAndSet(this, now, now - ONE_FREE)) {
        return true;
      }
      now = state;
    }
    return false;
  }

  private @Nullable Waiter admitFirst() {
    Waiter first;
    do {
      first = line.poll();
    } while (first != null && !first.admit());
    return first;
  }

  /** Returns both numbers at one instant, for {@link #free} and {@link #waiting}. */
  long state() {
    return state;
  }

  /** Returns how many permits are free; below zero, how many too many are in use. */
  static int free(long state) {
    return (int) (state >> 32);
  }

  static int waiting(long state) {
    return (int) state;
  }
}
