package dev.recloser.circuitbreaker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The last calls, as a ring with one bit a call. */
final class CountWindow implements RuleWindow {

  /*
   * A record claims a slot with one fetch-and-add, and then sets or clears its bit. Whoever finds in the slot the
   * opposite of what it puts there moves the count of bad calls by one; so at rest the count equals the ones in the
   * ring, whatever the interleaving. While records are in flight the count may be off by as many; readers clamp.
   *
   * In a full window without a bad call one more good call changes nothing. Such calls read one variable and write none,
   * and so cost nothing to share among threads: the count stands FILLING too high until the ring is full, so that zero
   * says both. Whether it is full is read before the claim: if it is, no call to come completes it, nor the minimum.
   */

  private static final int FILLING = 1 << 30;

  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle CLAIMED;
  private static final VarHandle BAD;

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
  private final int calls;
  private final long[] ring;

  private volatile long claimed;
  private volatile int bad = FILLING;

  CountWindow(RateRule rule, int calls) {
    this.rule = rule;
    this.calls = calls;
    this.ring = new long[(calls + Long.SIZE - 1) / Long.SIZE];
  }

  /** Returns a window for the rule that holds the newest calls of another one. */
  static CountWindow refilled(RateRule rule, CountWindow from) {
    CountWindow window = new CountWindow(rule, rule.windowCalls());
    long end = from.claimed;
    // What was held is worked out from the same reading of the position: it moves on meanwhile.
    long start = end - Math.min(window.calls, Math.min(end, from.calls));
    for (long position = start; position < end; position++) {
      window.put(from.isBad(from.slot(position)));
    }
    return window;
  }

  RateRule rule() {
    return rule;
  }

  @Override
  public boolean record(boolean failed, long durationNanos, long nowNanos) {
    return record(RateRule.isBad(rule.slowNanos(), failed, durationNanos));
  }

  boolean record(boolean isBad) {
    return (isBad || !absorbsGoodCalls()) && put(isBad);
  }

  /** Returns whether one more good call changes nothing. */
  boolean absorbsGoodCalls() {
    return bad == 0;
  }

  /** Returns whether the rule may be exceeded now. */
  private boolean put(boolean isBad) {
    boolean filling = isFilling(bad);
    long position = (long) CLAIMED.getAndAdd(this, 1L);
    exchange(slot(position), isBad);
    return filling ? putWhileFilling(position, isBad) : isBad;
  }

  /** A good call can only tip the rule by completing the minimum. */
  private boolean putWhileFilling(long position, boolean isBad) {
    if (position + 1 >= calls) {
      endFilling();
    }
    return isBad || position + 1 == rule.minimum();
  }

  /** Done once, by the call that fills the ring; by a later one, if that was cut off by an overflow of its stack. */
  private void endFilling() {
    int count;
    do {
      count = bad;
    } while (isFilling(count) && !BAD.compareAndSet(this, count, count - FILLING));
  }

  private static boolean isFilling(int count) {
    return count >= FILLING / 2;
  }

  private void exchange(int slot, boolean isBad) {
    if (isBad(slot) != isBad && put(slot, isBad) != isBad) {
      BAD.getAndAdd(this, isBad ? 1 : -1);
    }
  }

  private boolean isBad(int slot) {
    return ((long) WORD.getVolatile(ring, slot / Long.SIZE) & bit(slot)) != 0;
  }

  /** Returns what was there before. */
  private boolean put(int slot, boolean isBad) {
    long bit = bit(slot);
    int word = slot / Long.SIZE;
    long before = isBad
        ? (long) WORD.getAndBitwiseOr(ring, word, bit)
        : (long) WORD.getAndBitwiseAnd(ring, word, ~bit);
    return (before & bit) != 0;
  }

  /** Shifts by the low bits of the slot alone, as Java does. */
  private static long bit(int slot) {
    return 1L << slot;
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
    long held = Math.min(snapshot.calls(), calls);
    long badCalls = Math.min(snapshot.bad(), held);
    for (long i = 0; i < held; i++) {
      put((i + 1) * badCalls / held > i * badCalls / held);
    }
  }

  /** Returns how many ones the ring holds, counted afresh. For tests of the invariant. */
  int badInRing() {
    int count = 0;
    for (int slot = 0; slot < calls; slot++) {
      count += isBad(slot) ? 1 : 0;
    }
    return count;
  }

  private long badHeld() {
    int count = bad;
    return Math.max(0, isFilling(count) ? count - FILLING : count);
  }

  private long held() {
    return Math.min(claimed, calls);
  }

  private int slot(long position) {
    return (int) (position % calls);
  }
}
