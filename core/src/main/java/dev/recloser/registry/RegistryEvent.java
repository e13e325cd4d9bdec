package dev.recloser.registry;

import dev.recloser.event.Event;
import java.util.Optional;

/**
 * Something that a {@link Registry} or {@link KeyedBreakers} did. Its origin names the policy; the sequence is that of the
 * registry. The events of one registry are delivered one after another, in the order in which things took place.
 */
public sealed interface RegistryEvent extends Event {

  /** Returns the kind of the policy. */
  PolicyKind<?, ?> kind();

  /** Returns what the policy is found by: its name, or its key. */
  Object key();

  /** Returns the policy. */
  Object policy();

  /**
   * Returns the policy, if it is of the kind.
   *
   * @param kind the kind
   * @param <P> the policy
   */
  @SuppressWarnings("unchecked") // A kind makes policies of one type, and is compared by identity.
  default <P> Optional<P> policy(PolicyKind<P, ?> kind) {
    return kind() == kind ? Optional.of((P) policy()) : Optional.empty();
  }

  /**
   * A policy was made.
   *
   * @param origin when, and the policy's name
   * @param kind its kind
   * @param key its name or key
   * @param policy the policy
   */
  record Added(Origin origin, PolicyKind<?, ?> kind, Object key, Object policy)
      implements RegistryEvent {}

  /**
   * A policy was removed by hand.
   *
   * @param origin when, and the policy's name
   * @param kind its kind
   * @param key its name or key
   * @param policy the policy, which goes on working for those who still hold it
   */
  record Removed(Origin origin, PolicyKind<?, ?> kind, Object key, Object policy)
      implements RegistryEvent {}

  /**
   * A keyed breaker was dropped.
   *
   * @param origin when, and the breaker's name
   * @param kind its kind
   * @param key its key
   * @param policy the breaker, which goes on working for those who still hold it
   * @param reason why
   */
  record Evicted(Origin origin, PolicyKind<?, ?> kind, Object key, Object policy, Reason reason)
      implements RegistryEvent {}

  /**
   * A key found no room, so that its call goes through the overflow breaker.
   *
   * @param origin when, and the name of the overflow breaker
   * @param kind its kind
   * @param key the key
   * @param policy the overflow breaker
   */
  record Overflowed(Origin origin, PolicyKind<?, ?> kind, Object key, Object policy)
      implements RegistryEvent {}

  /**
   * A policy was switched off or on.
   *
   * @param origin when, and the policy's name
   * @param kind its kind
   * @param key its name or key
   * @param policy the policy
   * @param enabled whether it guards again
   */
  record Switched(Origin origin, PolicyKind<?, ?> kind, Object key, Object policy, boolean enabled)
      implements RegistryEvent {}

  /** Why a keyed breaker was dropped. */
  enum Reason {
    /** It was not used for the idle time. */
    IDLE,
    /** There was no room for another key, and it was one that had nothing to remember. */
    FULL,
    /** It had bad calls to remember, but was not used for the time after which they are forgotten. */
    FORGOTTEN
  }
}
