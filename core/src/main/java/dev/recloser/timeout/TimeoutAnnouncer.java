package dev.recloser.timeout;

import dev.recloser.check.SafeLog;
import dev.recloser.event.Event.Origin;
import dev.recloser.event.Listeners;
import dev.recloser.time.TimeSource;
import dev.recloser.timeout.TimeoutEvent.CallbackFailed;
import dev.recloser.timeout.TimeoutEvent.TimedOut;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Makes the events of one timeout, if somebody hears them, and numbers them. */
final class TimeoutAnnouncer {
  private static final System.Logger LOGGER = System.getLogger(Timeout.class.getName());

  private final String name;
  private final TimeSource time;
  private final Listeners<TimeoutEvent> listeners = new Listeners<>();
  private final AtomicLong sequence = new AtomicLong();

  TimeoutAnnouncer(String name, TimeSource time) {
    this.name = name;
    this.time = time;
  }

  String name() {
    return name;
  }

  Listeners<TimeoutEvent> listeners() {
    return listeners;
  }

  void timedOut(Duration limit) {
    if (listeners.hear(TimedOut.class)) {
      listeners.publish(new TimedOut(origin(), limit));
    }
  }

  void callbackFailed(Throwable fault) {
    if (listeners.hear(CallbackFailed.class)) {
      listeners.publish(new CallbackFailed(origin(), fault));
    } else {
      SafeLog.warn(
          LOGGER, () -> "timeout '" + name + "': the function that sets the limit failed", fault);
    }
  }

  private Origin origin() {
    return new Origin(name, sequence.incrementAndGet(), time.wallTime());
  }
}
