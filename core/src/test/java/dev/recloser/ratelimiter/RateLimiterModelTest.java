package dev.recloser.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.time.ManualTimeSource;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The bucket does, to the nanosecond, what the exact model does: 120,000 random steps in all. */
class RateLimiterModelTest {
  private static final int SEEDS = 600;
  private static final int STEPS = 200;

  private record Promise(Reservation reservation, BigInteger instant) {}

  private final ManualTimeSource time = new ManualTimeSource();
  private final List<Promise> promises = new ArrayList<>();

  static Stream<Integer> seeds() {
    return IntStream.range(0, SEEDS).boxed();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void agreesWithTheExactModel(int seed) {
    Random random = new Random(seed);
    int permits = pick(random, 1, 2, 3, 7, 10, 60, 333, 1000, 12_345, 999_999_937);
    long per = pick(random, 1, 7, 500, 1_000_000, 999_999_937, 1_000_000_000);
    int burst = 1 + random.nextInt(random.nextBoolean() ? 2 : 12);
    Bucket bucket = new Bucket(Rate.of(permits, Duration.ofNanos(per), burst), time.nanoTime());
    NaiveBucket model = new NaiveBucket(permits, per, burst);

    for (int i = 0; i < STEPS; i++) {
      long nanos = nanos(random, Math.max(1, per / permits));
      time.advance(Duration.ofNanos(nanos));
      model.advance(nanos);
      step(random, bucket, model, Math.max(1, per / permits));
      compare(bucket, model);
    }
  }

  private void step(Random random, Bucket bucket, NaiveBucket model, long interval) {
    switch (random.nextInt(8)) {
      case 0, 1 -> {
        int count = 1 + random.nextInt(random.nextBoolean() ? 1 : 4);
        assertThat(bucket.tryTake(time.nanoTime(), count)).isEqualTo(model.tryTake(count));
      }
      case 2, 3, 4, 5 -> reserve(bucket, model, interval * random.nextInt(12));
      default -> giveBackOne(random, bucket, model);
    }
  }

  private void reserve(Bucket bucket, NaiveBucket model, long most) {
    Answer answer = bucket.reserve(time.nanoTime(), most);
    BigInteger instant = model.reserve(most);
    if (instant == null) {
      assertThat(answer).isEqualTo(Verdict.REFUSED);
    } else if (model.isAhead(instant)) {
      assertThat(answer).isInstanceOf(Reservation.class);
      Reservation reservation = (Reservation) answer;
      assertThat(reservation.waitNanos()).isEqualTo(model.nanosUntil(instant).longValueExact());
      promises.add(new Promise(reservation, instant));
    } else {
      assertThat(answer).isEqualTo(Verdict.TAKEN);
    }
  }

  private void giveBackOne(Random random, Bucket bucket, NaiveBucket model) {
    promises.removeIf(promise -> !model.isAhead(promise.instant()));
    if (!promises.isEmpty()) {
      Promise promise = promises.remove(random.nextInt(promises.size()));
      bucket.giveBack(promise.reservation());
      model.giveBack(promise.instant());
    }
  }

  private void compare(Bucket bucket, NaiveBucket model) {
    Reading reading = bucket.read(time.nanoTime());
    assertThat(reading.available()).isEqualTo(model.available());
    assertThat(reading.waiting()).isEqualTo(model.waiting());
    assertThat(reading.nanosUntilFree())
        .isEqualTo(model.nanosUntil(model.earliest()).longValueExact());
  }

  /** Mostly about an interval, at times none, or so long that the meter has to begin anew. */
  private static long nanos(Random random, long interval) {
    return switch (random.nextInt(20)) {
      case 0 -> 1;
      case 1 -> interval;
      case 2 -> interval * random.nextInt(100);
      case 3 -> random.nextInt(10) == 0 ? random.nextLong(5_000_000_000L) : 0;
      case 4, 5, 6, 7, 8, 9, 10 -> 0;
      default -> random.nextLong(2 * interval);
    };
  }

  private static int pick(Random random, int... values) {
    return values[random.nextInt(values.length)];
  }
}
