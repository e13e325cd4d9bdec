package dev.recloser.endpoint;

import dev.recloser.Outcome;
import dev.recloser.time.TimeSource;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Begins and ends the calls of a pool. */
final class Calls<E> {
  private final String pool;
  private final TimeSource time;
  private final Roster<E> roster;
  private final Rotation<E> rotation;
  private final @Nullable Outliers<E> outliers;

  Calls(
      String pool,
      TimeSource time,
      Roster<E> roster,
      Rotation<E> rotation,
      @Nullable Outliers<E> outliers) {
    this.pool = pool;
    this.time = time;
    this.roster = roster;
    this.rotation = rotation;
    this.outliers = outliers;
  }

  EndpointPool.Lease<E> begin(Set<? extends E> avoid) {
    long now = time.nanoTime();
    if (outliers != null) {
      outliers.judgeIfDue(now);
    }
    List<Member<E>> members = roster.members();
    EndpointPool.Lease<E> lease = rotation.find(members, avoid, now, member -> enter(member, now));
    if (lease == null) {
      throw Shortage.of(pool, members, now, time);
    }
    return lease;
  }

  /** Counts the call in before its breaker is asked, so that nothing can fail once it has let the call pass. */
  private EndpointPool.@Nullable Lease<E> enter(Member<E> member, long now) {
    EndpointPool.Lease<E> lease = new EndpointPool.Lease<>(this, member, now);
    member.entered();
    boolean admitted = false;
    try {
      admitted = lease.admit();
    } finally {
      if (!admitted) {
        member.left();
      }
    }
    return admitted ? lease : null;
  }

  long now() {
    return time.nanoTime();
  }

  void end(Member<E> member, long startedAt, Outcome outcome) {
    member.left();
    long now = time.nanoTime();
    if (outcome == Outcome.IGNORED) {
      member.givenUp(now - startedAt, now);
      return;
    }
    if (outliers != null) {
      outliers.judgeIfDue(now); // First, since the call that ends now belongs to the next interval.
    }
    if (outcome == Outcome.SUCCESS) {
      member.succeeded(now - startedAt, now);
      return;
    }
    member.failed(now - startedAt, now);
    if (outliers != null) {
      outliers.judgeIfFailing(member, now);
    }
  }

  /** Judges anew, since the cap is a share of the endpoints. */
  void endpointsChanged(long now) {
    if (outliers != null) {
      outliers.judge(now);
    }
  }
}
