package dev.recloser.proof.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.recloser.event.Event;
import dev.recloser.event.Listeners;
import dev.recloser.event.Subscription;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Listeners that come and go while events are told. Results: how often each event was heard. */
public final class ListenersStress {

  private ListenersStress() {}

  private record Told(Origin origin) implements Event {
    Told() {
      this(new Origin("p", 0, Instant.EPOCH));
    }
  }

  /** One of two subscriptions of the same listener is closed by two threads. */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "the other subscription is left")
  @Outcome(id = "0", expect = FORBIDDEN, desc = "closing twice has closed the other one's too")
  @Outcome(expect = FORBIDDEN, desc = "a closed subscription hears on")
  @State
  public static class TwoClosings {
    private final AtomicInteger heard = new AtomicInteger();
    private final Listeners<Told> listeners = new Listeners<>();
    private final Subscription subscription = listen();

    public TwoClosings() {
      var unused = listen();
    }

    private Subscription listen() {
      return listeners.on(Told.class, event -> heard.incrementAndGet());
    }

    @Actor
    public void close1() {
      subscription.close();
    }

    @Actor
    public void close2() {
      subscription.close();
    }

    @Arbiter
    public void atRest(I_Result r) {
      listeners.publish(new Told());
      r.r1 = heard.get();
    }
  }

  /** An event is told while a subscription is closed. The second result is of an event told afterwards. */
  @JCStressTest
  @Outcome(
      id = {"0, 0", "1, 0"},
      expect = ACCEPTABLE,
      desc = "heard before the end, or not")
  @Outcome(id = "2, .*", expect = FORBIDDEN, desc = "one event is heard twice")
  @Outcome(expect = FORBIDDEN, desc = "a closed subscription hears on")
  @State
  public static class CloseMeetsEvent {
    private final AtomicInteger heard = new AtomicInteger();
    private final Listeners<Told> listeners = new Listeners<>();
    private final Subscription subscription =
        listeners.on(Told.class, event -> heard.incrementAndGet());

    @Actor
    public void close() {
      subscription.close();
    }

    @Actor
    public void tell() {
      listeners.publish(new Told());
    }

    @Arbiter
    public void atRest(II_Result r) {
      r.r1 = heard.getAndSet(0);
      listeners.publish(new Told());
      r.r2 = heard.get();
    }
  }

  /** Two listeners are added at once. */
  @JCStressTest
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "both hear")
  @Outcome(expect = FORBIDDEN, desc = "a listener is lost")
  @State
  public static class TwoSubscribe {
    private final AtomicInteger heard = new AtomicInteger();
    private final Listeners<Told> listeners = new Listeners<>();

    @Actor
    public void first() {
      var unused = listeners.on(Told.class, event -> heard.incrementAndGet());
    }

    @Actor
    public void second() {
      var unused = listeners.on(Told.class, event -> heard.incrementAndGet());
    }

    @Arbiter
    public void atRest(I_Result r) {
      listeners.publish(new Told());
      r.r1 = heard.get();
    }
  }
}
