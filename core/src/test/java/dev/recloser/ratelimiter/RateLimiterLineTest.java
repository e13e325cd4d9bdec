package dev.recloser.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Promises, and the holes that are left where some are given back; one permit a second. */
class RateLimiterLineTest {
  private static final long ANY = Long.MAX_VALUE;

  private final ManualTimeSource time = new ManualTimeSource();
  private final List<Reservation> line = new ArrayList<>();

  @Test
  void aPermitThatWouldMakeALaterPromiseFailIsNotFree() {
    Bucket bucket = drained(2);
    join(bucket, 6);
    line.subList(0, 5).forEach(bucket::giveBack); // the promise at 6 s is left
    advanceMillis(2_500);
    assertThat(bucket.tryTake(time.nanoTime(), 2)).isTrue(); // two have been saved up, not more
    Reservation first = join(bucket);
    Reservation second = join(bucket);
    Reservation third = join(bucket);
    assertThat(List.of(first, second, third))
        .extracting(Reservation::waitNanos)
        .containsExactly(1_000_000_000L, 2_000_000_000L, 4_000_000_000L); // 3.5, 4.5 and 6.5 s

    bucket.giveBack(second);
    advanceMillis(3_300);

    // Two are saved up at 5.8 s; one taken now leaves enough for the promise at 6 s, and not for
    // that
    // at 6.5 s.
    assertThat(bucket.tryTake(time.nanoTime(), 1)).isFalse();
    assertThat(join(bucket).waitNanos()).isEqualTo(1_200_000_000L); // 7 s
  }

  @Test
  void holesAreFilledFromTheFront() {
    Bucket bucket = drained(1);
    join(bucket, 6);
    bucket.giveBack(line.get(3));
    bucket.giveBack(line.get(1));

    assertThat(List.of(join(bucket), join(bucket), join(bucket)))
        .extracting(reservation -> reservation.waitNanos() / 1_000_000_000)
        .containsExactly(2L, 4L, 7L);
  }

  @Test
  void aHoleTooFarAwayIsNotPromised() {
    Bucket bucket = drained(1);
    join(bucket, 6);
    bucket.giveBack(line.get(3));

    assertThat(bucket.reserve(time.nanoTime(), 3_999_999_999L)).isEqualTo(Verdict.REFUSED);
    assertThat(bucket.reserve(time.nanoTime(), 4_000_000_000L)).isInstanceOf(Reservation.class);
  }

  // The threads of a line that is cancelled from its front do not block it for those who do not
  // wait.
  @Test
  void aLineLeftByAllButTheLastServesThoseWhoDoNotWait() {
    Bucket bucket = drained(1);
    join(bucket, 10);
    line.subList(0, 9).forEach(bucket::giveBack);
    StringBuilder trace = new StringBuilder();

    advanceMillis(300);
    for (int second = 0; second < 12; second++) {
      trace.append(bucket.tryTake(time.nanoTime(), 1) ? 'Y' : 'n');
      advanceMillis(1_000);
    }

    // At 9.3 s the promise at 10 s stands in the way, at 10.3 s it has just been kept.
    assertThat(trace).hasToString("nYYYYYYYYnnY");
  }

  @Test
  void aPermitGivenBackAfterItsInstantCountsIfNobodyWasServedSince() {
    Bucket bucket = drained(2);
    join(bucket, 2);
    advanceMillis(2_000);

    bucket.giveBack(line.get(0));
    bucket.giveBack(line.get(1));

    assertThat(bucket.read(time.nanoTime()).available()).isEqualTo(2);
  }

  @Test
  void aPermitGivenBackAfterItsInstantIsLostIfOthersWereServedSince() {
    Bucket bucket = drained(2);
    join(bucket, 2);
    advanceMillis(3_000);
    assertThat(bucket.tryTake(time.nanoTime(), 1)).isTrue();

    bucket.giveBack(line.get(0));

    assertThat(bucket.read(time.nanoTime()).available()).isZero();
    advanceMillis(2_000);
    assertThat(bucket.read(time.nanoTime()).available()).isEqualTo(2);
  }

  @Test
  void underASlowerRateThatBreaksThemPromisesComeBeforeAllOthers() {
    Bucket bucket = new Bucket(Rate.of(10, Duration.ofSeconds(1), 2), time.nanoTime());
    assertThat(bucket.tryTake(time.nanoTime(), 2)).isTrue();
    join(bucket, 18);
    line.subList(0, 15).forEach(bucket::giveBack);
    advanceMillis(1_500);
    assertThat(bucket.read(time.nanoTime()).available()).isEqualTo(2);

    bucket.change(Rate.of(1, Duration.ofSeconds(1), 2), time.nanoTime());

    // Two are saved up, three will be taken at 1.6, 1.7 and 1.8 s.
    assertThat(bucket.read(time.nanoTime()).available()).isZero();
    assertThat(bucket.tryTake(time.nanoTime(), 1)).isFalse();
    assertThat(join(bucket).waitNanos()).isEqualTo(2_100_000_000L);
  }

  @Test
  void aPromiseIsFoundAgainUnderOtherRatesAndAtOtherTimes() {
    Bucket bucket = drained(1);
    join(bucket, 6);
    advanceMillis(1_500);
    bucket.change(Rate.of(3, Duration.ofSeconds(1), 1), time.nanoTime());
    advanceMillis(700);
    bucket.change(Rate.of(7, Duration.ofSeconds(1), 1), time.nanoTime());
    assertThat(bucket.read(time.nanoTime()).waiting()).isEqualTo(4);

    bucket.giveBack(line.get(0)); // served before
    bucket.giveBack(line.get(2));
    assertThat(bucket.read(time.nanoTime()).waiting()).isEqualTo(3);
    bucket.giveBack(line.get(5));
    bucket.giveBack(line.get(3));
    bucket.giveBack(line.get(4));

    assertThat(bucket.read(time.nanoTime()).waiting()).isZero();
    advanceMillis(143);
    assertThat(bucket.read(time.nanoTime()).available()).isEqualTo(1);
  }

  @Test
  void aLongLineIsJoinedAsQuicklyAsAShortOne() {
    Bucket bucket = drained(1);

    join(bucket, 200_000);

    assertThat(line.get(199_999).waitNanos()).isEqualTo(200_000L * 1_000_000_000);
    assertThat(bucket.read(time.nanoTime()).waiting()).isEqualTo(200_000);
  }

  private Bucket drained(int burst) {
    Bucket bucket = new Bucket(Rate.of(1, Duration.ofSeconds(1), burst), time.nanoTime());
    assertThat(bucket.tryTake(time.nanoTime(), burst)).isTrue();
    return bucket;
  }

  private void join(Bucket bucket, int times) {
    for (int i = 0; i < times; i++) {
      line.add(join(bucket));
    }
  }

  private Reservation join(Bucket bucket) {
    return (Reservation) bucket.reserve(time.nanoTime(), ANY);
  }

  private void advanceMillis(long millis) {
    time.advance(Duration.ofMillis(millis));
  }
}
