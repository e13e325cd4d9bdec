package dev.recloser.registry;

import dev.recloser.event.Event.Origin;
import dev.recloser.registry.RegistryEvent.Added;
import dev.recloser.registry.RegistryEvent.Evicted;
import dev.recloser.registry.RegistryEvent.Reason;
import dev.recloser.registry.RegistryEvent.Removed;
import dev.recloser.registry.RegistryEvent.Switched;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The policies of one kind, each made once and by one thread.
 *
 * @param <K> what they are found by
 * @param <P> the policies
 */
final class Shelf<K, P> {

  /*
   * A slot is in the map from before its policy is made until after it has been dropped. It is told that it was added
   * before it can be found, and so before it can be dropped; and that it was dropped before it leaves the map, and so
   * before another one of its key can be added. A walk over all finds it from just before the former until just before
   * the latter; so whoever listens first and then walks misses nothing.
   */

  private final PolicyKind<P, ?> kind;
  private final Feed feed;
  private final Switchboard switches;
  private final BiFunction<? super K, ? super P, String> nameOf;
  private final ConcurrentHashMap<K, Slot<K, P>> slots = new ConcurrentHashMap<>();

  Shelf(
      PolicyKind<P, ?> kind,
      Feed feed,
      Switchboard switches,
      BiFunction<? super K, ? super P, String> nameOf) {
    this.kind = kind;
    this.feed = feed;
    this.switches = switches;
    this.nameOf = nameOf;
  }

  /** Returns the slot of the key if its policy is there to be used, else null. */
  @Nullable
  Slot<K, P> find(K key) {
    Slot<K, P> slot = slots.get(key);
    return slot != null && slot.isLive() ? slot : null;
  }

  /**
   * Returns the slot of the key, with its policy made if need be; null if there is no room for it.
   *
   * @param config the named settings that it is made with; null if it has its own
   * @param room where it finds its place
   * @param maker makes the policy; called by one thread at a time for one key, and not again once it has returned
   */
  @Nullable
  Slot<K, P> obtain(
      K key, @Nullable String config, Room<K, P> room, Function<? super K, ? extends P> maker) {
    while (true) {
      Slot<K, P> slot = slots.get(key);
      if (slot == null) {
        int place = room.take();
        if (place < 0) {
          return null;
        }
        Slot<K, P> fresh = new Slot<>(key, config, place);
        slot = slots.putIfAbsent(key, fresh);
        if (slot == null) {
          make(fresh, room, maker);
          return fresh;
        }
        room.giveBack(fresh);
      }
      if (slot.isLive()) {
        return slot;
      }
      slot.await(kind);
    }
  }

  /** Drops the policy of the key. */
  Optional<P> remove(K key, Room<K, P> room) {
    Slot<K, P> slot = slots.get(key);
    while (slot != null && slot.isLive()) {
      if (slot.end(slot.usedAt())) {
        P policy = slot.policy();
        tell(Removed.class, slot, origin -> new Removed(origin, kind, key, policy));
        takeAway(slot);
        room.giveBack(slot);
        feed.carryOut();
        return Optional.of(policy);
      }
    }
    return Optional.empty();
  }

  /** Drops a policy that has not been used since the instant; its place is then the caller's. */
  boolean evict(Slot<K, P> slot, long lastUse, Reason reason) {
    if (!slot.end(lastUse)) {
      return false;
    }
    tell(
        Evicted.class,
        slot,
        origin -> new Evicted(origin, kind, slot.key(), slot.policy(), reason));
    takeAway(slot);
    feed.carryOut();
    return true;
  }

  int size() {
    return slots.size();
  }

  Stream<Slot<K, P>> stream() {
    return slots.values().stream().filter(Slot::isThere);
  }

  /** Tells of all that is there, as if it had just been added. */
  void present(Consumer<RegistryEvent> to) {
    stream()
        .forEach(slot -> to.accept(
            new Added(feed.origin(nameOf(slot, slot.policy())), kind, slot.key(), slot.policy())));
  }

  /** Switches all policies as the switchboard says now, each in its turn. */
  void adjustAll() {
    slots.values().forEach(slot -> feed.add(() -> adjust(slot)));
    feed.carryOut();
  }

  private void make(Slot<K, P> slot, Room<K, P> room, Function<? super K, ? extends P> maker) {
    P policy;
    long now;
    try {
      policy = maker.apply(slot.key());
      boolean unused = slot.switchTo(switches.isOn(nameOf(slot, policy)), kind, policy);
      now = room.now();
    } catch (Throwable failure) {
      takeAway(slot);
      room.giveBack(slot);
      slot.fail();
      throw failure;
    }
    slot.made(policy);
    tell(Added.class, slot, origin -> new Added(origin, kind, slot.key(), policy));
    room.put(slot);
    slot.open(now);
    feed.add(() -> adjust(slot));
    feed.carryOut();
  }

  /** In the feed: one policy is switched by one thread at a time, and by the switchboard as it is then. */
  private void adjust(Slot<K, P> slot) {
    if (slot.isLive()) {
      P policy = slot.policy();
      boolean on = switches.isOn(nameOf(slot, policy));
      if (slot.switchTo(on, kind, policy)) {
        tell(Switched.class, slot, origin -> new Switched(origin, kind, slot.key(), policy, on));
      }
    }
  }

  private void tell(
      Class<? extends RegistryEvent> type, Slot<K, P> slot, Function<Origin, RegistryEvent> event) {
    feed.tell(type, nameOf(slot, slot.policy()), event);
  }

  private String nameOf(Slot<K, P> slot, P policy) {
    return nameOf.apply(slot.key(), policy);
  }

  private void takeAway(Slot<K, P> slot) {
    slots.remove(slot.key(), slot);
  }
}
