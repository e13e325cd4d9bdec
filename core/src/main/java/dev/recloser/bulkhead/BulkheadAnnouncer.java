package dev.recloser.bulkhead;

import dev.recloser.Outcome;
import dev.recloser.bulkhead.BulkheadEvent.Abandoned;
import dev.recloser.bulkhead.BulkheadEvent.Admitted;
import dev.recloser.bulkhead.BulkheadEvent.Finished;
import dev.recloser.bulkhead.BulkheadEvent.Queued;
import dev.recloser.bulkhead.BulkheadEvent.Reconfigured;
import dev.recloser.bulkhead.BulkheadEvent.Rejected;
import dev.recloser.event.Listeners;
import dev.recloser.event.Origins;
import dev.recloser.time.TimeSource;
import java.time.Duration;

/** Makes the events of one bulkhead, if somebody hears them, and numbers them. */
final class BulkheadAnnouncer {
  private final Origins origins;
  private final Listeners<BulkheadEvent> listeners = new Listeners<>();

  BulkheadAnnouncer(String name, TimeSource time) {
    this.origins = new Origins(name, time);
  }

  Listeners<BulkheadEvent> listeners() {
    return listeners;
  }

  void admitted(long waitedNanos) {
    if (listeners.hear(Admitted.class)) {
      listeners.publish(new Admitted(origins.next(), Duration.ofNanos(waitedNanos)));
    }
  }

  void queued(int waiting) {
    if (listeners.hear(Queued.class)) {
      listeners.publish(new Queued(origins.next(), waiting));
    }
  }

  void rejected(BulkheadFullException refusal, long waitedNanos) {
    if (listeners.hear(Rejected.class)) {
      listeners.publish(
          new Rejected(origins.next(), refusal.reason(), Duration.ofNanos(waitedNanos)));
    }
  }

  void abandoned(Abandoned.Reason reason, long waitedNanos) {
    if (listeners.hear(Abandoned.class)) {
      listeners.publish(new Abandoned(origins.next(), reason, Duration.ofNanos(waitedNanos)));
    }
  }

  void finished(Outcome outcome) {
    if (listeners.hear(Finished.class)) {
      listeners.publish(new Finished(origins.next(), outcome));
    }
  }

  void reconfigured(BulkheadConfig before, BulkheadConfig after) {
    if (listeners.hear(Reconfigured.class)) {
      listeners.publish(new Reconfigured(origins.next(), before, after));
    }
  }
}
