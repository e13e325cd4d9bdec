package dev.recloser.endpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the endpoint of the next call: by rotation, choice and breakers. */
final class Rotation<E> {
  private final Chooser chooser;
  private final Panic panic;

  /** Tries to begin a call to an endpoint. */
  interface Entry<E, L> {

    /** Returns what the call holds; null if the breaker of the endpoint refuses. */
    @Nullable
    L enter(Member<E> member);
  }

  Rotation(Chooser chooser, Panic panic) {
    this.chooser = chooser;
    this.panic = panic;
  }

  /** Returns what the first endpoint that can be had gives; null if none can. */
  <L> @Nullable L find(
      List<Member<E>> members, Set<? extends E> avoid, long now, Entry<E, L> entry) {
    boolean panicking = panic.judge(members);
    List<Member<E>> fresh = new ArrayList<>(members.size());
    List<Member<E>> tried = new ArrayList<>(0);
    for (Member<E> member : members) {
      if (panicking || member.inRotation()) {
        (avoid.contains(member.endpoint()) ? tried : fresh).add(member);
      }
    }
    L found = findAmong(fresh, now, entry);
    return found != null ? found : findAmong(tried, now, entry);
  }

  private <L> @Nullable L findAmong(List<Member<E>> candidates, long now, Entry<E, L> entry) {
    List<Member<E>> warming = new ArrayList<>(0);
    while (!candidates.isEmpty()) {
      Member<E> member = chooser.choose(candidates, now);
      boolean itsTurn = member.warmup().takesTurn(now);
      L found = itsTurn ? entry.enter(member) : null;
      if (found != null) {
        return found;
      }
      candidates.remove(member);
      if (!itsTurn) {
        warming.add(member);
      }
    }
    for (Member<E> member : warming) {
      L found = entry.enter(member);
      if (found != null) {
        return found;
      }
    }
    return null;
  }
}
