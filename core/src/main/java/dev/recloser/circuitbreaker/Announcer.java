package dev.recloser.circuitbreaker;

import dev.recloser.Outcome;
import dev.recloser.check.SafeLog;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.CallbackFailed;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Finished;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.LeaseReclaimed;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Reconfigured;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Rejected;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Straggled;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.WouldTrip;
import dev.recloser.event.Event.Origin;
import dev.recloser.event.Listeners;
import dev.recloser.event.Origins;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Makes the events of one breaker, if somebody hears them, and numbers them. */
final class Announcer {
  private static final System.Logger LOGGER = System.getLogger(CircuitBreaker.class.getName());

  private final Origins origins;
  private final Listeners<CircuitBreakerEvent> listeners = new Listeners<>();

  Announcer(String name, TimeSource time) {
    this.origins = new Origins(name, time);
  }

  String name() {
    return origins.policyName();
  }

  Listeners<CircuitBreakerEvent> listeners() {
    return listeners;
  }

  /** Returns the next number. That of a transition is drawn before it is made, so that numbers rise with epochs. */
  long nextNumber() {
    return origins.nextNumber();
  }

  Instant now() {
    return origins.now();
  }

  boolean hearFinished() {
    return listeners.hear(Finished.class);
  }

  void moved(CircuitBreakerSnapshot before, Epoch to) {
    if (listeners.hear(to.announcedAs())) {
      listeners.publish(
          to.announcement(new Origin(origins.policyName(), to.sequence(), to.since()), before));
    }
  }

  void rejected(Epoch by) {
    if (listeners.hear(Rejected.class)) {
      listeners.publish(new Rejected(origins.next(), by.state(), by.reason()));
    }
  }

  void finished(
      Outcome outcome,
      CircuitBreaker.State state,
      @Nullable Throwable failure,
      long durationNanos) {
    if (listeners.hear(Finished.class)) {
      Duration duration = durationNanos < 0 ? null : Duration.ofNanos(durationNanos);
      listeners.publish(new Finished(origins.next(), outcome, state, failure, duration));
    }
  }

  void straggled(Outcome outcome, CircuitBreaker.State admittedIn, @Nullable Throwable failure) {
    if (listeners.hear(Straggled.class)) {
      listeners.publish(new Straggled(origins.next(), outcome, admittedIn, failure));
    }
  }

  void reclaimed(Probe probe) {
    if (listeners.hear(LeaseReclaimed.class)) {
      listeners.publish(new LeaseReclaimed(origins.next(), Duration.ofNanos(probe.leaseNanos())));
    }
  }

  void wouldTrip(RuleSnapshot rule, boolean exceeded) {
    if (listeners.hear(WouldTrip.class)) {
      listeners.publish(new WouldTrip(origins.next(), rule, exceeded));
    }
  }

  void reconfigured(CircuitBreakerConfig before, CircuitBreakerConfig after) {
    if (listeners.hear(Reconfigured.class)) {
      listeners.publish(new Reconfigured(origins.next(), before, after));
    }
  }

  /** Tells that the user's code failed; in the log too, if nobody listens. */
  void callbackFailed(String callback, Throwable fault) {
    if (listeners.hear(CallbackFailed.class)) {
      listeners.publish(new CallbackFailed(origins.next(), callback, fault));
    } else {
      SafeLog.warn(
          LOGGER,
          () -> "circuit breaker '" + origins.policyName() + "': the " + callback + " failed",
          fault);
    }
  }
}
