package dev.recloser.timeout;

import dev.recloser.check.SafeLog;
import dev.recloser.event.Listeners;
import dev.recloser.event.Origins;
import dev.recloser.time.TimeSource;
import dev.recloser.timeout.TimeoutEvent.CallbackFailed;
import dev.recloser.timeout.TimeoutEvent.TimedOut;
import java.time.Duration;

/** Makes the events of one timeout, if somebody hears them, and numbers them. */
final class TimeoutAnnouncer {
  private static final System.Logger LOGGER = System.getLogger(Timeout.class.getName());

  private final Origins origins;
  private final Listeners<TimeoutEvent> listeners = new Listeners<>();

  TimeoutAnnouncer(String name, TimeSource time) {
    this.origins = new Origins(name, time);
  }

  String name() {
    return origins.policyName();
  }

  Listeners<TimeoutEvent> listeners() {
    return listeners;
  }

  void timedOut(Duration limit) {
    if (listeners.hear(TimedOut.class)) {
      listeners.publish(new TimedOut(origins.next(), limit));
    }
  }

  void callbackFailed(Throwable fault) {
    if (listeners.hear(CallbackFailed.class)) {
      listeners.publish(new CallbackFailed(origins.next(), fault));
    } else {
      SafeLog.warn(
          LOGGER,
          () -> "timeout '" + origins.policyName() + "': the function that sets the limit failed",
          fault);
    }
  }
}
