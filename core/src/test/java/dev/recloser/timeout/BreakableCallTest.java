package dev.recloser.timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.TimeoutExceededException;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Calls that do not heed interrupts. */
class BreakableCallTest {
  private static final Duration LIMIT = Duration.ofSeconds(2);

  private final ManualTimeSource time = new ManualTimeSource();
  private final Timeout timeout =
      Timeout.builder("inner").limit(LIMIT).timeSource(time).build();
  private final AtomicInteger broken = new AtomicInteger();

  @org.junit.jupiter.api.Timeout(9)
  @Test
  void aReadFromASocketEndsWhenItsTimeIsUp() throws Exception {
    Timeout short1 = Timeout.of("short", Duration.ofMillis(50));
    try (ServerSocket server = new ServerSocket(0);
        Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
      assertThatThrownBy(() -> short1.call(() ->
              Timeout.callBreakable(socket::close, () -> socket.getInputStream().read())))
          .isInstanceOf(TimeoutExceededException.class);
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }

  @Test
  void whatEndsInTimeIsNotBrokenOff() {
    String value =
        timeout.call(() -> Timeout.callBreakable(broken::incrementAndGet, () -> "value"));
    time.advance(LIMIT);

    assertThat(value).isEqualTo("value");
    assertThat(broken).hasValue(0);
  }

  @Test
  void withoutATimeoutItIsJustACall() throws Exception {
    assertThat(Timeout.callBreakable(broken::incrementAndGet, () -> "value")).isEqualTo("value");
    assertThatThrownBy(() -> Timeout.callBreakable(broken::incrementAndGet, () -> {
          throw new IOException("own");
        }))
        .hasMessage("own");
    assertThat(broken).hasValue(0);
  }

  @Test
  void theTimeoutFurtherOutBreaksItOffToo() {
    Timeout outer = Timeout.builder("outer").limit(LIMIT).timeSource(time).build();
    Timeout unlimited =
        Timeout.builder("inner").limit(Duration.ofHours(1)).timeSource(time).build();
    unlimited.disable();

    assertThatThrownBy(() -> outer.call(() -> unlimited.call(() -> late("value"))))
        .isInstanceOf(TimeoutExceededException.class)
        .hasMessageContaining("outer");
    assertThat(broken).hasValue(1);
  }

  @Test
  void itIsBrokenOffOnceThoughTwoTimeoutsAreOver() {
    Timeout outer = Timeout.builder("outer").limit(LIMIT).timeSource(time).build();

    assertThatThrownBy(() -> outer.call(() -> timeout.call(() -> late("value"))))
        .isInstanceOf(TimeoutExceededException.class);
    assertThat(broken).hasValue(1);
  }

  @Test
  void oneWithinAnotherBreaksBothOff() {
    AtomicInteger outerBroken = new AtomicInteger();

    assertThatThrownBy(() -> timeout.call(
            () -> Timeout.callBreakable(outerBroken::incrementAndGet, () -> late("value"))))
        .isInstanceOf(TimeoutExceededException.class);
    assertThat(broken).hasValue(1);
    assertThat(outerBroken).hasValue(1);
  }

  @Test
  void theOuterOneIsBrokenOffAfterTheInnerOneHasEnded() {
    AtomicInteger outerBroken = new AtomicInteger();

    assertThatThrownBy(() ->
            timeout.call(() -> Timeout.callBreakable(outerBroken::incrementAndGet, () -> {
              String inner = Timeout.callBreakable(broken::incrementAndGet, () -> "value");
              time.advance(LIMIT);
              return inner;
            })))
        .isInstanceOf(TimeoutExceededException.class);
    assertThat(broken).hasValue(0);
    assertThat(outerBroken).hasValue(1);
  }

  @Test
  void oneThatWouldBeginWhenTheTimeIsUpDoesNot() {
    AtomicBoolean begun = new AtomicBoolean();

    assertThatThrownBy(() -> timeout.call(() -> {
          time.advance(LIMIT);
          return Timeout.callBreakable(broken::incrementAndGet, () -> begun.getAndSet(true));
        }))
        .isInstanceOf(TimeoutExceededException.class);
    assertThat(begun).isFalse();
    assertThat(broken).hasValue(0);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void aTimeoutWithinLeavesWhatIsAroundItBreakable() {
    AtomicInteger outerBroken = new AtomicInteger();
    Timeout longer =
        Timeout.builder("longer").limit(LIMIT.multipliedBy(9)).timeSource(time).build();

    assertThatThrownBy(() ->
            longer.call(() -> Timeout.callBreakable(outerBroken::incrementAndGet, () -> {
              String inner =
                  timeout.call(() -> Timeout.callBreakable(broken::incrementAndGet, () -> "value"));
              time.advance(LIMIT.multipliedBy(9));
              return inner;
            })))
        .isInstanceOf(TimeoutExceededException.class);

    assertThat(broken).hasValue(0);
    assertThat(outerBroken).hasValue(1);
  }

  @Test
  void theTimeOfTheOuterTimeoutBreaksOffBothWhileTheInnerOneRuns() {
    AtomicInteger outerBroken = new AtomicInteger();

    assertThatThrownBy(() ->
            timeout.call(() -> Timeout.callBreakable(outerBroken::incrementAndGet, () -> {
              Timeout within =
                  Timeout.builder("within").limit(LIMIT).timeSource(time).build();
              return within.call(() -> late("value"));
            })))
        .isInstanceOf(TimeoutExceededException.class);

    assertThat(broken).hasValue(1);
    assertThat(outerBroken).hasValue(1);
  }

  @Test
  void whatBreakingOffThrowsHarmsNobody() {
    assertThatThrownBy(() -> timeout.call(() -> Timeout.callBreakable(
            () -> {
              throw new AssertionError("own");
            },
            () -> {
              time.advance(LIMIT);
              return "value";
            })))
        .isInstanceOf(TimeoutExceededException.class);
    assertThat(timeout.<String, RuntimeException>call(() -> "next")).isEqualTo("next");
  }

  /** The next call of the thread must never be hit, however close to the limit a call ends. */
  @RepeatedTest(50)
  void nothingIsBrokenOffThatHasEnded() throws InterruptedException {
    AtomicBoolean running = new AtomicBoolean();
    AtomicInteger hitOthers = new AtomicInteger();
    CountDownLatch begun = new CountDownLatch(1);
    Thread clock = new Thread(() -> {
      try {
        begun.await();
      } catch (InterruptedException e) {
        return;
      }
      spin();
      time.advance(LIMIT);
    });
    clock.start();
    try {
      timeout.call(
          () -> Timeout.callBreakable(() -> hitOthers.addAndGet(running.get() ? 0 : 1), () -> {
            running.set(true);
            begun.countDown();
            spin();
            return "value";
          }));
    } catch (TimeoutExceededException late) {
      // As may be.
    }
    running.set(false);
    clock.join();

    assertThat(hitOthers).hasValue(0);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  @SuppressWarnings("NullAway") // It is what is tested.
  void argumentsMustBeThere() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Timeout.callBreakable(null, () -> "value"))
        .withMessage("breakOff must not be null, but was null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Timeout.callBreakable(broken::incrementAndGet, null))
        .withMessage("task must not be null, but was null");
  }

  private String late(String value) {
    return Timeout.callBreakable(broken::incrementAndGet, () -> {
      time.advance(LIMIT);
      return value;
    });
  }

  private static void spin() {
    int turns = ThreadLocalRandom.current().nextInt(2_000);
    for (int i = 0; i < turns; i++) {
      Thread.onSpinWait();
    }
  }
}
