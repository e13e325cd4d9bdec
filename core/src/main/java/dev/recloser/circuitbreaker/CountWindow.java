package dev.recloser.circuitbreaker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The last calls, as a ring with one byte a call. */
final class CountWindow implements RuleWindow {

  /*
   * A record claims a slot with one fetch-and-add, and then exchanges what is in it. Whoever finds in the slot the
   * opposite of what it puts there moves the count of bad calls by one; so at rest the count equals the ones in the
   * ring, whatever the interleaving. While records are in flight the count may be off by as many; readers clamp.
   *
   * In a full window without a bad call one more good call changes nothing. Such calls read two variables and write
   * none, and so cost nothing to share among threads.
   */

  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(byte[].class);
  private static final VarHandle CLAIMED;
  private static final VarHandle BAD;
  private static final byte BAD_CALL = 1;
  private static final byte GOOD_CALL = 0;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      CLAIMED = lookup.findVarHandle(CountWindow.class, "claimed", long.class);
      BAD = lookup.findVarHandle(CountWindow.class, "bad", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final RateRule rule;
  private final long slowNanos;
  private final byte[] ring;

  private volatile long claimed;
  private volatile int bad;

  CountWindow(RateRule rule, int calls) {
    this.rule = rule;
    this.slowNanos = rule.slowNanos();
    this.ring = new byte[calls];
  }

  /** Returns a window for the rule that holds the newest calls of another one. */
  static CountWindow refilled(RateRule rule, CountWindow from) {
    CountWindow window = new CountWindow(rule, rule.windowCalls());
    long end = from.claimed;
    // What was held is worked out from the same reading of the position: it moves on meanwhile.
    long start = end - Math.min(window.ring.length, Math.min(end, from.ring.length));
    for (long position = start; position < end; position++) {
      window.put((byte) SLOT.getVolatile(from.ring, from.slot(position)) == BAD_CALL);
    }
    return window;
  }

  RateRule rule() {
    return rule;
  }

  @Override
  public boolean record(boolean failed, long durationNanos, long nowNanos) {
    boolean isBad = RateRule.isBad(slowNanos, failed, durationNanos);
    if (!isBad && bad == 0 && claimed >= ring.length) {
      return false;
    }
    return put(isBad);
  }

  /** Returns whether the rule may be exceeded now: a good call can only tip it by completing the minimum. */
  private boolean put(boolean isBad) {
    long position = (long) CLAIMED.getAndAdd(this, 1L);
    exchange(slot(position), isBad);
    return isBad || position + 1 == rule.minimum();
  }

  private void exchange(int slot, boolean isBad) {
    byte call = isBad ? BAD_CALL : GOOD_CALL;
    if ((byte) SLOT.getVolatile(ring, slot) != call
        && (byte) SLOT.getAndSet(ring, slot, call) != call) {
      BAD.getAndAdd(this, isBad ? 1 : -1);
    }
  }

  @Override
  public boolean exceeded(long nowNanos) {
    return rule.exceededBy(badHeld(), held());
  }

  @Override
  public RuleSnapshot snapshot(long nowNanos) {
    return rule.snapshot(badHeld(), held());
  }

  /** The order of the calls is not known: the bad ones are spread evenly among the good. */
  @Override
  public void restore(RuleSnapshot snapshot, long nowNanos) {
    long calls = Math.min(snapshot.calls(), ring.length);
    long badCalls = Math.min(snapshot.bad(), calls);
    for (long i = 0; i < calls; i++) {
      put((i + 1) * badCalls / calls > i * badCalls / calls);
    }
  }

  /** Returns how many ones the ring holds, counted afresh. For tests of the invariant. */
  int badInRing() {
    int count = 0;
    for (int slot = 0; slot < ring.length; slot++) {
      count += (byte) SLOT.getVolatile(ring, slot);
    }
    return count;
  }

  private long badHeld() {
    return Math.max(0, bad);
  }

  private long held() {
    return Math.min(claimed, ring.length);
  }

  private int slot(long position) {
    return (int) (position % ring.length);
  }
}
