package dev.recloser.endpoint;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Whether so few endpoints are well that it is better to call the others too than to run the few into the ground. */
final class Panic {
  private final double threshold;
  private final Announcer announcer;
  private final AtomicBoolean panicking = new AtomicBoolean();

  Panic(double threshold, Announcer announcer) {
    this.threshold = threshold;
    this.announcer = announcer;
  }

  boolean panicking() {
    return panicking.get();
  }

  /** Returns whether ejections and health checks are to be ignored. */
  <E> boolean judge(List<Member<E>> members) {
    int well = 0;
    for (Member<E> member : members) {
      well += member.well() ? 1 : 0;
    }
    boolean panic = !members.isEmpty() && (double) well / members.size() < threshold;
    if (panic != panicking.get() && panicking.compareAndSet(!panic, panic)) {
      announce(panic, well, members.size());
    }
    return panic;
  }

  private void announce(boolean panic, int well, int count) {
    announcer.publish(origin -> panic
        ? new EndpointEvent.Panicking(origin, well, count)
        : new EndpointEvent.Calm(origin, well, count));
  }
}
