package dev.recloser.retry;

import dev.recloser.check.SafeLog;
import dev.recloser.event.Listeners;
import dev.recloser.event.Origins;
import dev.recloser.retry.RetryEvent.CallbackFailed;
import dev.recloser.retry.RetryEvent.GaveUp;
import dev.recloser.retry.RetryEvent.Recovered;
import dev.recloser.retry.RetryEvent.Retrying;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Makes the events of one retry, if somebody hears them, and numbers them. */
final class RetryAnnouncer {
  private static final System.Logger LOGGER = System.getLogger(Retry.class.getName());

  private final Origins origins;
  private final Listeners<RetryEvent> listeners = new Listeners<>();

  RetryAnnouncer(String name, TimeSource time) {
    this.origins = new Origins(name, time);
  }

  String name() {
    return origins.policyName();
  }

  Listeners<RetryEvent> listeners() {
    return listeners;
  }

  void retrying(int attempt, Duration delay, @Nullable Throwable failure) {
    if (listeners.hear(Retrying.class)) {
      listeners.publish(new Retrying(origins.next(), attempt, delay, failure));
    }
  }

  void recovered(int attempts) {
    if (listeners.hear(Recovered.class)) {
      listeners.publish(new Recovered(origins.next(), attempts));
    }
  }

  void gaveUp(int attempts, RetryEvent.Reason reason, @Nullable Throwable failure) {
    if (listeners.hear(GaveUp.class)) {
      listeners.publish(new GaveUp(origins.next(), attempts, reason, failure));
    }
  }

  /** Tells that the user's code failed; in the log too, if nobody listens. */
  void callbackFailed(String callback, Throwable fault) {
    if (listeners.hear(CallbackFailed.class)) {
      listeners.publish(new CallbackFailed(origins.next(), callback, fault));
    } else {
      SafeLog.warn(
          LOGGER, () -> "retry '" + origins.policyName() + "': the " + callback + " failed", fault);
    }
  }
}
