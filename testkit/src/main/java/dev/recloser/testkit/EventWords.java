package dev.recloser.testkit;

import dev.recloser.bulkhead.BulkheadEvent;
import dev.recloser.bulkhead.BulkheadEvent.Abandoned;
import dev.recloser.bulkhead.BulkheadEvent.Admitted;
import dev.recloser.bulkhead.BulkheadEvent.Queued;
import dev.recloser.circuitbreaker.CircuitBreakerEvent;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Finished;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Straggled;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Transition;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.WouldTrip;
import dev.recloser.event.Event;
import dev.recloser.ratelimiter.RateLimiterEvent;
import dev.recloser.ratelimiter.RateLimiterEvent.Waited;
import dev.recloser.retry.RetryEvent.GaveUp;
import dev.recloser.retry.RetryEvent.Recovered;
import dev.recloser.retry.RetryEvent.Retrying;
import dev.recloser.testkit.FaultEvent.Injected;
import dev.recloser.timeout.TimeoutEvent.TimedOut;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Events in the few words that a trace has for them. */
final class EventWords {
  private EventWords() {}

  static String of(Event event) {
    if (event instanceof CircuitBreakerEvent ofBreaker) {
      return ofBreaker(ofBreaker);
    }
    if (event instanceof BulkheadEvent ofBulkhead) {
      return ofBulkhead(ofBulkhead);
    }
    if (event instanceof RateLimiterEvent ofLimiter) {
      return ofLimiter(ofLimiter);
    }
    if (event instanceof Retrying retrying) {
      return "retry in " + Spans.text(retrying.delay());
    }
    if (event instanceof Recovered recovered) {
      return "recovered after " + recovered.attempts();
    }
    if (event instanceof GaveUp gaveUp) {
      return "gave up after " + gaveUp.attempts() + " " + gaveUp.reason();
    }
    if (event instanceof TimedOut timedOut) {
      return "timed out after " + Spans.text(timedOut.timeout());
    }
    return event instanceof Injected injected ? "injected " + injected.effect() : other(event);
  }

  private static String ofBreaker(CircuitBreakerEvent event) {
    if (event instanceof Transition transition) {
      return transition.from() + " > " + transition.to();
    }
    if (event instanceof Finished finished) {
      return "finished " + finished.outcome();
    }
    if (event instanceof Straggled straggled) {
      return "straggled " + straggled.outcome();
    }
    if (event instanceof WouldTrip wouldTrip) {
      return wouldTrip.exceeded() ? "would trip" : "would no longer trip";
    }
    return event instanceof CircuitBreakerEvent.Rejected ? "rejected" : other(event);
  }

  private static String ofBulkhead(BulkheadEvent event) {
    if (event instanceof Admitted admitted) {
      return "admitted" + after(admitted.waited());
    }
    if (event instanceof Queued queued) {
      return "queued " + queued.waiting();
    }
    if (event instanceof BulkheadEvent.Rejected rejected) {
      return "bulkhead full" + after(rejected.waited());
    }
    if (event instanceof Abandoned abandoned) {
      return "abandoned " + abandoned.reason() + after(abandoned.waited());
    }
    return event instanceof BulkheadEvent.Finished finished
        ? "finished " + finished.outcome()
        : other(event);
  }

  private static String ofLimiter(RateLimiterEvent event) {
    if (event instanceof Waited waited) {
      return "waited " + Spans.text(waited.duration());
    }
    if (event instanceof RateLimiterEvent.GaveUp gaveUp) {
      return "gave up waiting " + Spans.text(gaveUp.duration());
    }
    return event instanceof RateLimiterEvent.Rejected rejected
        ? "rate limited for " + Spans.text(rejected.retryAfter())
        : other(event);
  }

  /** Returns how long it took, unless it took no time. */
  private static String after(Duration span) {
    return span.isZero() ? "" : " after " + Spans.text(span);
  }

  /** Returns the words of the type's name, and the components of the record that are short and certain. */
  private static String other(Event event) {
    StringBuilder words = new StringBuilder(event
        .getClass()
        .getSimpleName()
        .replaceAll("(?<=.)(?=\\p{Upper})", " ")
        .toLowerCase(Locale.ROOT));
    RecordComponent[] components = event.getClass().getRecordComponents();
    if (components != null) {
      for (RecordComponent component : components) {
        String detail = detail(event, component);
        words.append(detail == null ? "" : " " + component.getName() + "=" + detail);
      }
    }
    return words.toString();
  }

  private static @Nullable String detail(Event event, RecordComponent component) {
    Class<?> type = component.getType();
    if (!type.isPrimitive() && !type.isEnum() && type != Duration.class) {
      return null;
    }
    try {
      Object value = component.getAccessor().invoke(event);
      return value instanceof Duration span ? Spans.text(span) : String.valueOf(value);
    } catch (ReflectiveOperationException e) {
      return null; // not for us to see
    }
  }
}
