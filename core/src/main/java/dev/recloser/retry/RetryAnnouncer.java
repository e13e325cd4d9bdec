package dev.recloser.retry;

import dev.recloser.check.SafeLog;
import dev.recloser.event.Event.Origin;
import dev.recloser.event.Listeners;
import dev.recloser.retry.RetryEvent.CallbackFailed;
import dev.recloser.retry.RetryEvent.GaveUp;
import dev.recloser.retry.RetryEvent.Recovered;
import dev.recloser.retry.RetryEvent.Retrying;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Makes the events of one retry, if somebody hears them, and numbers them. */
final class RetryAnnouncer {
  private static final System.Logger LOGGER = System.getLogger(Retry.class.getName());

  private final String name;
  private final TimeSource time;
  private final Listeners<RetryEvent> listeners = new Listeners<>();
  private final AtomicLong sequence = new AtomicLong();

  RetryAnnouncer(String name, TimeSource time) {
    this.name = name;
    this.time = time;
  }

  String name() {
    return name;
  }

  Listeners<RetryEvent> listeners() {
    return listeners;
  }

  void retrying(int attempt, Duration delay, @Nullable Throwable failure) {
    if (listeners.hear(Retrying.class)) {
      listeners.publish(new Retrying(origin(), attempt, delay, failure));
    }
  }

  void recovered(int attempts) {
    if (listeners.hear(Recovered.class)) {
      listeners.publish(new Recovered(origin(), attempts));
    }
  }

  void gaveUp(int attempts, RetryEvent.Reason reason, @Nullable Throwable failure) {
    if (listeners.hear(GaveUp.class)) {
      listeners.publish(new GaveUp(origin(), attempts, reason, failure));
    }
  }

  /** Tells that the user's code failed; in the log too, if nobody listens. */
  void callbackFailed(String callback, Throwable fault) {
    if (listeners.hear(CallbackFailed.class)) {
      listeners.publish(new CallbackFailed(origin(), callback, fault));
    } else {
      SafeLog.warn(LOGGER, () -> "retry '" + name + "': the " + callback + " failed", fault);
    }
  }

  private Origin origin() {
    return new Origin(name, sequence.incrementAndGet(), time.wallTime());
  }
}
