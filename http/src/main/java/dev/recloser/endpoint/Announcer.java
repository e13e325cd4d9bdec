package dev.recloser.endpoint;

import dev.recloser.event.Event.Origin;
import dev.recloser.event.Listeners;
import dev.recloser.event.Origins;
import dev.recloser.time.TimeSource;
import java.util.function.Function;

/** Tells the listeners of a pool what it did. */
final class Announcer {
  private final Listeners<EndpointEvent> listeners = new Listeners<>();
  private final Origins origins;

  Announcer(String pool, TimeSource time) {
    this.origins = new Origins(pool, time);
  }

  Listeners<EndpointEvent> listeners() {
    return listeners;
  }

  /** Returns the origin of an event that happens now. */
  Origin origin() {
    return origins.next();
  }

  void publish(Function<Origin, EndpointEvent> event) {
    publish(event.apply(origin()));
  }

  void publish(EndpointEvent event) {
    listeners.publish(event);
  }
}
