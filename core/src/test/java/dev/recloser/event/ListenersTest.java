package dev.recloser.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.recloser.time.LoggedWarnings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ListenersTest {

  private interface Weather extends Event {}

  private record Sun(Origin origin) implements Weather {}

  private record Rain(Origin origin, int millimetres) implements Weather {}

  private static final Event.Origin ORIGIN = new Event.Origin("weather", 7, Instant.EPOCH);
  private static final Sun SUN = new Sun(ORIGIN);
  private static final Rain RAIN = new Rain(ORIGIN, 3);

  private final Listeners<Weather> listeners = new Listeners<>();
  private final List<Object> heard = new ArrayList<>();

  @Test
  void eachHearsTheEventsOfItsTypeInTheOrderOfSubscription() {
    listeners.on(Rain.class, event -> heard.add("rain " + event.millimetres()));
    listeners.on(Weather.class, event -> heard.add("any " + event.getClass().getSimpleName()));

    listeners.publish(SUN);
    listeners.publish(RAIN);

    assertThat(heard).containsExactly("any Sun", "rain 3", "any Rain");
  }

  @Test
  void saysWhetherAnybodyWouldHear() {
    assertThat(listeners.isEmpty()).isTrue();
    assertThat(listeners.hear(Sun.class)).isFalse();

    Subscription rain = listeners.on(Rain.class, heard::add);
    assertThat(listeners.hear(Rain.class)).isTrue();
    assertThat(listeners.hear(Sun.class)).isFalse();
    listeners.on(Weather.class, heard::add);
    assertThat(listeners.hear(Sun.class)).isTrue();

    rain.close();
    assertThat(listeners.isEmpty()).isFalse();
  }

  @Test
  void aClosedSubscriptionHearsNoMoreAndMayBeClosedAgain() {
    Subscription subscription = listeners.on(Weather.class, heard::add);
    listeners.publish(SUN);

    subscription.close();
    subscription.close();
    listeners.publish(RAIN);

    assertThat(heard).containsExactly(SUN);
  }

  @Test
  void theSameListenerTwiceHearsTwiceAndEachSubscriptionRemovesOne() {
    List<Weather> twice = new ArrayList<>();
    Subscription first = listeners.on(Weather.class, twice::add);
    Subscription second = listeners.on(Weather.class, twice::add);

    listeners.publish(SUN);
    first.close();
    first.close();
    listeners.publish(RAIN);
    second.close();
    listeners.publish(SUN);

    assertThat(twice).containsExactly(SUN, SUN, RAIN);
  }

  // C133, E43b
  @Test
  void whatAListenerThrowsIsLoggedAndReachesNeitherTheOthersNorThePublisher() {
    for (Throwable fault : List.of(new IllegalStateException(), new StackOverflowError())) {
      listeners.on(Weather.class, event -> ListenersTest.<RuntimeException>sneak(fault));
    }
    listeners.on(Weather.class, event -> ListenersTest.<RuntimeException>sneak(new Exception()));
    listeners.on(Weather.class, heard::add);

    try (LoggedWarnings log = new LoggedWarnings(Listeners.class)) {
      listeners.publish(SUN);
      assertThat(log.messages())
          .hasSize(3)
          .allMatch(message ->
              message.startsWith("a listener failed on Sun of Origin[policyName=weather"));
    }
    assertThat(heard).containsExactly(SUN);
  }

  @Test
  void aLogThatFailsChangesNothingEither() {
    listeners.on(Weather.class, event -> {
      throw new IllegalStateException();
    });
    listeners.on(Weather.class, heard::add);

    try (LoggedWarnings log = new LoggedWarnings(Listeners.class).butFails()) {
      listeners.publish(SUN);
      assertThat(log.messages()).hasSize(1);
    }
    assertThat(heard).containsExactly(SUN);
  }

  // C134
  @Test
  void anEventThatAListenerCausesIsDeliveredAfterTheOneItIsToldOf() {
    listeners.on(Sun.class, event -> listeners.publish(RAIN));
    listeners.on(Sun.class, event -> listeners.publish(new Rain(ORIGIN, 9)));
    listeners.on(Weather.class, heard::add);

    listeners.publish(SUN);

    assertThat(heard).containsExactly(SUN, RAIN, new Rain(ORIGIN, 9));
  }

  @Test
  void theOrderHoldsAcrossPolicies() {
    Listeners<Weather> others = new Listeners<>();
    listeners.on(Sun.class, event -> others.publish(RAIN));
    listeners.on(Sun.class, event -> heard.add("sun"));
    others.on(Rain.class, event -> listeners.publish(new Rain(ORIGIN, 9)));
    others.on(Rain.class, event -> heard.add("other rain"));
    listeners.on(Rain.class, event -> heard.add("rain"));

    listeners.publish(SUN);

    assertThat(heard).containsExactly("sun", "other rain", "rain");
  }

  @Test
  void eventsCausedByAListenerThatThenThrowsAreStillDelivered() {
    listeners.on(Sun.class, event -> {
      listeners.publish(RAIN);
      throw new IllegalStateException();
    });
    listeners.on(Rain.class, heard::add);

    try (LoggedWarnings log = new LoggedWarnings(Listeners.class)) {
      listeners.publish(SUN);
      assertThat(log.messages()).hasSize(1);
    }
    listeners.publish(new Rain(ORIGIN, 9));
    assertThat(heard).containsExactly(RAIN, new Rain(ORIGIN, 9));
  }

  @Test
  void listenersMayComeAndGoWhileAnEventIsDelivered() {
    Subscription[] own = new Subscription[1];
    own[0] = listeners.on(Weather.class, event -> {
      heard.add("once");
      own[0].close();
      listeners.on(Weather.class, later -> heard.add("newcomer"));
    });

    listeners.publish(SUN);
    assertThat(heard).containsExactly("once");
    listeners.publish(SUN);
    assertThat(heard).containsExactly("once", "newcomer");
  }

  /** STRESS */
  @Test
  void listenersMayComeAndGoOnManyThreads() throws Exception {
    AtomicInteger constant = new AtomicInteger();
    listeners.on(Weather.class, event -> constant.incrementAndGet());
    int threads = 4;
    int rounds = 2_000;
    CyclicBarrier start = new CyclicBarrier(threads);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<Boolean>> ends = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      ends.add(pool.submit(() -> {
        start.await();
        boolean good = true;
        for (int i = 0; i < rounds; i++) {
          List<Weather> own = new ArrayList<>();
          Rain mine = new Rain(ORIGIN, i);
          Thread self = Thread.currentThread();
          Subscription subscription = listeners.on(Weather.class, event -> {
            if (Thread.currentThread() == self) {
              own.add(event);
            }
          });
          listeners.publish(mine);
          subscription.close();
          listeners.publish(mine);
          good &= own.equals(List.of(mine));
        }
        return good;
      }));
    }
    for (Future<Boolean> end : ends) {
      assertThat(end.get()).isTrue();
    }
    pool.shutdown();

    assertThat(constant).hasValue(2 * threads * rounds);
    Subscription last = listeners.on(Rain.class, heard::add);
    last.close();
    listeners.publish(RAIN);
    assertThat(heard).isEmpty();
  }

  @Test
  @SuppressWarnings("NullAway") // That is what is tested.
  void refusesNulls() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> listeners.on(null, heard::add))
        .withMessage("type must not be null, but was null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> listeners.on(Sun.class, null))
        .withMessage("listener must not be null, but was null");
  }

  @SuppressWarnings("unchecked") // As checked exceptions get out of lambdas in other languages.
  private static <E extends Throwable> void sneak(Throwable failure) throws E {
    throw (E) failure;
  }
}
