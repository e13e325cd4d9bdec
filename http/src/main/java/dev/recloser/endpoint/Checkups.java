package dev.recloser.endpoint;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The health checks of a pool's endpoints. */
final class Checkups<E> implements AutoCloseable {
  private final HealthChecks<E> checks;
  private final Roster<E> roster;
  private final Announcer announcer;
  private final Map<Member<E>, Checkup<E>> running = new ConcurrentHashMap<>();
  private volatile boolean closed;

  Checkups(HealthChecks<E> checks, Roster<E> roster, Announcer announcer) {
    this.checks = checks;
    this.roster = roster;
    this.announcer = announcer;
  }

  /** Begins the checks of all members, or of none. */
  void startAll() {
    boolean started = false;
    try {
      roster.members().forEach(this::start);
      started = true;
    } finally {
      if (!started) {
        close();
      }
    }
  }

  /** Begins the checks of a member, unless it has left or they have ended, meanwhile too. */
  void start(Member<E> member) {
    Checkup<E> checkup = new Checkup<>(member, checks, this::announce);
    running.put(member, checkup);
    checkup.start();
    if (closed || !roster.members().contains(member)) {
      stop(member);
    }
  }

  void stop(Member<E> member) {
    Checkup<E> checkup = running.remove(member);
    if (checkup != null) {
      checkup.close();
    }
  }

  @Override
  public void close() {
    closed = true;
    running.keySet().forEach(this::stop);
  }

  private void announce(Member<E> member) {
    announcer.publish(
        origin -> new EndpointEvent.HealthChanged(origin, member.endpoint(), member.healthy()));
  }
}
