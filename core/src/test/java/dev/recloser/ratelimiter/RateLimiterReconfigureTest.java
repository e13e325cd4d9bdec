package dev.recloser.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Settings that change while the limiter is in use. */
class RateLimiterReconfigureTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualTimeSource time = new ManualTimeSource();
  private final List<String> passed = new ArrayList<>();
  private final RateLimiter limiter = RateLimiter.builder("r")
      .rate(10, SECOND)
      .maxWait(Duration.ofSeconds(10))
      .timeSource(time)
      .build();

  @Test
  void anEmptyBucketStaysEmptyAndFillsAtTheNewRate() {
    assertThat(limiter.tryAcquire(10)).isTrue();
    rate(100, 100);
    Play play = new Play(time, limiter).acquire(1).sleepNanos(9_999_999).acquire(1);
    play.sleepNanos(1).acquire(2).sleepMillis(990).acquire(1);

    assertThat(play).hasToString("n ~9999999ns n ~1ns Yn ~990 Y");
    assertThat(limiter.snapshot().available()).isEqualTo(98);
  }

  @Test
  void whatIsSavedUpStaysAndALargerBurstDoesNotFillAtOnce() {
    assertThat(limiter.tryAcquire(6)).isTrue();
    rate(100, 100);
    assertThat(limiter.snapshot().available()).isEqualTo(4);
    time.advance(Duration.ofMillis(10));
    assertThat(limiter.snapshot().available()).isEqualTo(5);
  }

  @Test
  void whatIsSavedUpIsCutToASmallerBurst() {
    rate(10, 3);
    Play play = new Play(time, limiter).acquire(4).sleepMillis(100).acquire(2);

    assertThat(play).hasToString("YYYn ~100 Yn");
  }

  @Test
  void aPartOfAPermitStaysThatPart() {
    rate(10, 1);
    assertThat(limiter.tryAcquire()).isTrue();
    time.advance(Duration.ofMillis(75)); // three quarters of a permit
    rate(1, 1);
    Play play =
        new Play(time, limiter).sleepMillis(249).acquire(1).sleepMillis(1).acquire(1);

    assertThat(play).hasToString(" ~249 n ~1 Y");
  }

  @Test
  void thoseWhoWaitKeepTheirInstantsAndOthersComeAfterThemAtTheNewRate() {
    rate(10, 1);
    ask("a");
    ask("b");
    ask("c");
    rate(100, 1);
    ask("d");
    ask("e");
    time.advance(SECOND);

    assertThat(passed).containsExactly("a@0", "d@10", "e@20", "b@100", "c@200");
  }

  @Test
  void aSlowerRateBeginsOnceThoseWhoWaitHaveBeenServed() {
    rate(10, 1);
    ask("a");
    ask("b");
    ask("c");
    rate(1, 1);
    assertThat(limiter.snapshot().waiting()).isEqualTo(2);
    ask("d");
    time.advance(Duration.ofSeconds(10));

    // At one a second those three have used up three seconds.
    assertThat(passed).containsExactly("a@0", "b@100", "c@200", "d@3000");
  }

  @Test
  void aWaitFromBeforeIsGivenBackToTheNewRate() {
    rate(10, 1);
    ask("a");
    CompletableFuture<String> second = call("b");
    CompletableFuture<String> third = call("c");
    rate(3, 1); // 333,333,333 1/3 ns
    rate(7, 1);

    second.cancel(true);
    assertThat(limiter.snapshot().waiting()).isEqualTo(1);
    third.cancel(true);

    assertThat(limiter.snapshot().waiting()).isZero();
    assertThat(limiter.snapshot().retryAfter()).isEqualTo(Duration.ofNanos(142_857_143));
    assertThat(time.pendingTimers()).isZero();
  }

  @Test
  void theLongestWaitChangesWithoutTouchingThePermits() {
    assertThat(limiter.tryAcquire(10)).isTrue();
    limiter.reconfigure(limiter.config().toBuilder().maxWait(Duration.ZERO).build());

    assertThatThrownBy(limiter::acquire).isInstanceOf(RateLimitedException.class);
    time.advance(Duration.ofMillis(100));
    limiter.acquire();
  }

  @Test
  void aRateThatIsOddCanFollowAndPrecedeAnyOther() {
    for (int permits : new int[] {999_999_937, 1, 2_000_000_000, 3, 10}) {
      rate(permits, permits);
    }

    assertThat(limiter.snapshot().available()).isEqualTo(1); // the least burst that was on the way
    time.advance(SECOND);
    assertThat(limiter.snapshot().available()).isEqualTo(10);
  }

  @Test
  void aWaitOfAnHourCanBePutUnderARateOfThousandMillions() {
    RateLimiterConfig hourly = limiter.config().toBuilder()
        .rate(1, Duration.ofHours(1))
        .maxWait(Duration.ofDays(1))
        .build();
    limiter.reconfigure(hourly);
    ask("a");
    CompletableFuture<String> hour = call("b");
    CompletableFuture<String> hours = call("c");
    rate(999_999_937, 999_999_937);
    assertThat(limiter.snapshot().waiting()).isEqualTo(2);

    hour.cancel(true);
    time.advance(Duration.ofHours(3));

    assertThat(passed).containsExactly("a@0", "c@7200000");
    assertThat(hours).isCompletedWithValue("c");
    assertThat(limiter.snapshot().waiting()).isZero();
    assertThat(limiter.snapshot().available()).isEqualTo(999_999_937);
  }

  @Test
  void theTimeSourceMustStay() {
    RateLimiterConfig other =
        limiter.config().toBuilder().timeSource(new ManualTimeSource()).build();

    assertThatThrownBy(() -> limiter.reconfigure(other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("timeSource must stay ManualTimeSource[elapsed=PT0S], but was");
  }

  private void rate(int permits, int burst) {
    RateLimiterConfig config =
        limiter.config().toBuilder().rate(permits, SECOND).burst(burst).build();
    limiter.reconfigure(config);
    assertThat(limiter.config()).isSameAs(config);
  }

  private void ask(String name) {
    var unused = call(name);
  }

  private CompletableFuture<String> call(String name) {
    return limiter.callAsync(() -> {
      passed.add(name + "@" + time.elapsed().toMillis());
      return CompletableFuture.completedFuture(name);
    });
  }
}
