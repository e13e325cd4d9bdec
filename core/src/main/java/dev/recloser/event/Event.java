package dev.recloser.event;

import java.time.Instant;

/** Something that a policy did. */
public interface Event {

  /** Returns when and by whom. */
  Origin origin();

  /**
   * Where an event comes from.
   *
   * @param policyName the name of the policy
   * @param sequence the number of the event, rising by policy. Transitions are numbered in the order they took
   *     place, even where listeners hear of two quick ones out of order; numbers may be skipped
   * @param at when it happened, for people to read
   */
  record Origin(String policyName, long sequence, Instant at) {}
}
