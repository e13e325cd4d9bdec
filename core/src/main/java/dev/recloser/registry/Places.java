package dev.recloser.registry;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.registry.RegistryEvent.Reason;
import dev.recloser.time.TimeSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A bounded number of places for keyed breakers, and a hand that goes round them.
 *
 * @param <K> the keys
 */
final class Places<K> implements Room<K, CircuitBreaker> {

  /*
   * A key has a place before it enters the map, and gives it back after it has left; so the map never holds more keys
   * than there are places. When all are taken, the hand looks at the next few places and drops the breaker that has not
   * been used for longest of those that may go; the newcomer has its place. In passing, every so often a use moves the
   * hand on, so that the idle ones go within two idle times while there is any traffic. No call looks at more than a
   * fixed number of places.
   */

  private static final int LOOKED_AT = 16;
  private static final int LOOKS_FOR_ROOM = 4;

  private final Shelf<K, CircuitBreaker> shelf;
  private final Retention retention;
  private final TimeSource time;
  private final AtomicReferenceArray<@Nullable Slot<K, CircuitBreaker>> places;
  private final ConcurrentLinkedQueue<Integer> free = new ConcurrentLinkedQueue<>();
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger hand = new AtomicInteger();
  private final AtomicLong nextLook;

  Places(Shelf<K, CircuitBreaker> shelf, int count, Retention retention, TimeSource time) {
    this.shelf = shelf;
    this.retention = retention;
    this.time = time;
    this.places = new AtomicReferenceArray<>(count);
    this.nextLook = new AtomicLong(time.nanoTime());
  }

  int bound() {
    return places.length();
  }

  /**
   * Returns how many keys are in the map. It adds up counters one after another while they change, and may so come to a sum
   * past what it ever held.
   */
  int filled() {
    return Math.min(shelf.size(), bound());
  }

  @Override
  public int take() {
    Integer returned = free.poll();
    if (returned != null) {
      return returned;
    }
    int fresh = opened.getAndUpdate(count -> Math.min(count + 1, bound()));
    return fresh < bound() ? fresh : makeRoom();
  }

  @Override
  public void put(Slot<K, CircuitBreaker> slot) {
    places.set(slot.place(), slot);
  }

  @Override
  public void giveBack(Slot<K, CircuitBreaker> slot) {
    places.compareAndSet(slot.place(), slot, null);
    free.add(slot.place());
  }

  @Override
  public long now() {
    return time.nanoTime();
  }

  /** Looks at a few places, if it is time for that, and drops what is idle. */
  void lookAround(long now) {
    long due = nextLook.get();
    if (now - due < 0) {
      return;
    }
    long interval = retention.idle() / (1 + opened.get() / LOOKED_AT);
    long next = Math.max(now - retention.idle() - due, interval) + due;
    if (nextLook.compareAndSet(due, next)) {
      nextPlaces().forEach(seen -> dropIdle(seen, now));
    }
  }

  /** Drops all that is idle; returns how many that were. */
  int dropIdle() {
    long now = time.nanoTime();
    int dropped = 0;
    for (int place = 0; place < opened.get(); place++) {
      Slot<K, CircuitBreaker> slot = places.get(place);
      if (slot != null && dropIdle(new Seen<>(slot, slot.usedAt()), now)) {
        dropped++;
      }
    }
    return dropped;
  }

  private boolean dropIdle(Seen<K> seen, long now) {
    if (drop(seen, now, false)) {
      giveBack(seen.slot);
      return true;
    }
    return false;
  }

  /** Returns the place of a breaker that had to go; a negative number if none could. */
  private int makeRoom() {
    long now = time.nanoTime();
    int looks = Math.min(LOOKS_FOR_ROOM, 1 + (opened.get() - 1) / LOOKED_AT);
    for (int look = 0; look < looks; look++) {
      List<Seen<K>> found = nextPlaces();
      found.sort(Comparator.comparingLong(seen -> seen.usedAt - now));
      for (Seen<K> seen : found) {
        if (drop(seen, now, true)) {
          places.compareAndSet(seen.slot.place(), seen.slot, null);
          return seen.slot.place();
        }
      }
    }
    return -1;
  }

  /** Drops the breaker if it may go; its place is then the caller's. */
  private boolean drop(Seen<K> seen, long now, boolean full) {
    Slot<K, CircuitBreaker> slot = seen.slot;
    if (!slot.isLive()) {
      return false;
    }
    Optional<Reason> reason = retention.judge(slot.policy(), now - seen.usedAt, full);
    return reason.isPresent() && shelf.evict(slot, seen.usedAt, reason.get());
  }

  private List<Seen<K>> nextPlaces() {
    int count = opened.get();
    int looked = Math.min(LOOKED_AT, count);
    int start = hand.getAndAdd(looked);
    List<Seen<K>> found = new ArrayList<>(looked);
    for (int i = 0; i < looked; i++) {
      Slot<K, CircuitBreaker> slot = places.get(Math.floorMod(start + i, count));
      if (slot != null) {
        found.add(new Seen<>(slot, slot.usedAt()));
      }
    }
    return found;
  }

  /** A slot, and when it had been used when it was looked at. */
  private record Seen<K>(Slot<K, CircuitBreaker> slot, long usedAt) {}
}
