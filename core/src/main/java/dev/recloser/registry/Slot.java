package dev.recloser.registry;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The place of one policy: being made, live, or gone.
 *
 * @param <K> what it is found by
 * @param <P> the policy
 */
final class Slot<K, P> {

  /*
   * One number says how it stands, and for a live one when it was last used. Whoever wants to drop it exchanges the
   * number that the decision was about for GONE, and fails if the policy has been used since.
   */

  private static final long MAKING = Long.MIN_VALUE;
  private static final long GONE = Long.MIN_VALUE + 1;
  private static final long EARLIEST = Long.MIN_VALUE + 2;
  private static final VarHandle USED_AT;

  static {
    try {
      USED_AT = MethodHandles.lookup().findVarHandle(Slot.class, "usedAt", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final K key;
  private final @Nullable String config;
  private final int place;
  private volatile @Nullable Making making = new Making();
  private volatile @Nullable P policy;
  private volatile long usedAt = MAKING;

  /** What switches the policy on again; null if it is on. Only touched before it is live, and by the feed. */
  private @Nullable Runnable switchOn;

  /**
   * Creates a slot whose policy this thread is going to make.
   *
   * @param config the named settings it is made with; null if it has its own
   * @param place where it is in a bounded room
   */
  Slot(K key, @Nullable String config, int place) {
    this.key = key;
    this.config = config;
    this.place = place;
  }

  K key() {
    return key;
  }

  @Nullable
  String config() {
    return config;
  }

  int place() {
    return place;
  }

  boolean isLive() {
    return usedAt > GONE;
  }

  /** Returns whether a walk over all policies should find it: from before it is told of until it is dropped. */
  boolean isThere() {
    return policy != null && usedAt != GONE;
  }

  @SuppressWarnings("NullAway") // Never null in a slot that is live or has been, or is there.
  P policy() {
    return policy;
  }

  long usedAt() {
    return usedAt;
  }

  void made(P result) {
    policy = result;
  }

  /** Lets the policy be found. */
  void open(long now) {
    usedAt = Math.max(EARLIEST, now);
    endMaking();
  }

  void fail() {
    usedAt = GONE;
    endMaking();
  }

  /** Notes a use, if the last one noted is a grain ago; returns false if it is not live. */
  boolean touch(long now, long grain) {
    long noted;
    do {
      noted = usedAt;
      if (noted <= GONE) {
        return false;
      }
      if (now - noted < grain) {
        return true;
      }
    } while (!USED_AT.compareAndSet(this, noted, Math.max(EARLIEST, now)));
    return true;
  }

  /** Ends it, unless it has been used since the instant that the decision was about. */
  boolean end(long lastUse) {
    return lastUse > GONE && USED_AT.compareAndSet(this, lastUse, GONE);
  }

  /** Waits until it is made or has failed; a gone one is about to be taken away by the thread that ended it. */
  void await(PolicyKind<P, ?> kind) {
    Making current = making;
    if (current != null) {
      current.await(kind + " '" + key + "'");
    } else {
      Thread.onSpinWait();
    }
  }

  /** Switches the policy; returns false if it is as wanted. */
  boolean switchTo(boolean on, PolicyKind<P, ?> kind, P to) {
    Runnable undo = switchOn;
    if (on == (undo == null)) {
      return false;
    }
    if (undo != null) {
      switchOn = null;
      undo.run();
    } else {
      switchOn = kind.switchOff(to);
    }
    return true;
  }

  private void endMaking() {
    Making ended = making;
    making = null;
    if (ended != null) {
      ended.end();
    }
  }
}
