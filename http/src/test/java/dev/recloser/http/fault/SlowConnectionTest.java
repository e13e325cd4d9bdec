package dev.recloser.http.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.recloser.TimeoutExceededException;
import dev.recloser.http.Way;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Connections on which nothing comes, or hardly anything. */
class SlowConnectionTest extends ProxyFixture {
  private static final Duration TICK = ATTEMPT.dividedBy(10);

  /** Which fault is slow, in words. */
  enum Slow {
    STALL,
    TRICKLE,
    TRICKLE_THE_BODY
  }

  static Stream<Arguments> slow() {
    return Stream.of(Slow.values())
        .flatMap(fault -> Stream.of(Way.values()).map(way -> arguments(fault, way)));
  }

  private Fault fault(Slow slow) {
    return switch (slow) {
      case STALL ->
        Fault.stall(() -> {
          Way.awaitTimer(time);
          time.advance(ATTEMPT);
        });
      case TRICKLE -> Fault.trickle(ticks());
      case TRICKLE_THE_BODY -> Fault.trickleTheBody(ticks());
    };
  }

  /** Lets the time of an attempt pass, bit by bit, and none of the next one's. */
  private Runnable ticks() {
    AtomicLong left = new AtomicLong(ATTEMPT.dividedBy(TICK));
    return () -> {
      if (left.getAndDecrement() > 0) {
        Way.awaitTimer(time);
        time.advance(TICK);
      }
    };
  }

  @ParameterizedTest
  @MethodSource("slow")
  void aSlowAttemptIsEndedAndAGetSentAgain(Slow slow, Way way) throws Exception {
    proxy.then(fault(slow)).then(fault(slow));

    assertThat(send(way, get(), BodyHandlers.ofString()).body()).isEqualTo("all of the body");

    assertThat(breaker.snapshot().failures()).isEqualTo(2);
    assertThat(proxy.accepted()).isEqualTo(3);
  }

  @ParameterizedTest
  @MethodSource("slow")
  void aPostIsEndedAndNotSentAgain(Slow slow, Way way) {
    proxy.then(fault(slow));

    assertThatThrownBy(() -> send(way, post(), BodyHandlers.ofString()))
        .isInstanceOf(TimeoutExceededException.class);

    assertThat(breaker.snapshot().failures()).isEqualTo(1);
    assertThat(proxy.accepted()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void aBodyThatIsReadAsItComesMayTakeItsTime(Way way) throws Exception {
    CountDownLatch returned = new CountDownLatch(1);
    proxy.then(Fault.trickleTheBody(() -> {
      awaitUninterruptibly(returned);
      time.advance(TICK);
    }));

    HttpResponse<InputStream> response = send(way, get(), BodyHandlers.ofInputStream());
    returned.countDown();

    assertThat(response.body()).hasContent("all of the body");
    assertThat(breaker.snapshot().failures()).isZero();
    assertThat(proxy.accepted()).isEqualTo(1);
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
