package dev.recloser.bulkhead;

import dev.recloser.Outcome;
import dev.recloser.bulkhead.BulkheadEvent.Abandoned;
import dev.recloser.bulkhead.BulkheadEvent.Admitted;
import dev.recloser.bulkhead.BulkheadEvent.Finished;
import dev.recloser.bulkhead.BulkheadEvent.Queued;
import dev.recloser.bulkhead.BulkheadEvent.Reconfigured;
import dev.recloser.bulkhead.BulkheadEvent.Rejected;
import dev.recloser.event.Event.Origin;
import dev.recloser.event.Listeners;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Makes the events of one bulkhead, if somebody hears them, and numbers them. */
final class BulkheadAnnouncer {
  private final String name;
  private final TimeSource time;
  private final Listeners<BulkheadEvent> listeners = new Listeners<>();
  private final AtomicLong sequence = new AtomicLong();

  BulkheadAnnouncer(String name, TimeSource time) {
    this.name = name;
    this.time = time;
  }

  Listeners<BulkheadEvent> listeners() {
    return listeners;
  }

  void admitted(long waitedNanos) {
    if (listeners.hear(Admitted.class)) {
      listeners.publish(new Admitted(origin(), Duration.ofNanos(waitedNanos)));
    }
  }

  void queued(int waiting) {
    if (listeners.hear(Queued.class)) {
      listeners.publish(new Queued(origin(), waiting));
    }
  }

  void rejected(BulkheadFullException refusal, long waitedNanos) {
    if (listeners.hear(Rejected.class)) {
      listeners.publish(new Rejected(origin(), refusal.reason(), Duration.ofNanos(waitedNanos)));
    }
  }

  void abandoned(Abandoned.Reason reason, long waitedNanos) {
    if (listeners.hear(Abandoned.class)) {
      listeners.publish(new Abandoned(origin(), reason, Duration.ofNanos(waitedNanos)));
    }
  }

  void finished(Outcome outcome) {
    if (listeners.hear(Finished.class)) {
      listeners.publish(new Finished(origin(), outcome));
    }
  }

  void reconfigured(BulkheadConfig before, BulkheadConfig after) {
    if (listeners.hear(Reconfigured.class)) {
      listeners.publish(new Reconfigured(origin(), before, after));
    }
  }

  private Origin origin() {
    return new Origin(name, sequence.incrementAndGet(), time.wallTime());
  }
}
