package dev.recloser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.time.ManualTimeSource;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** The budget against one that is too simple to be wrong, and against many threads. */
class RetryBudgetModelTest {

  /** The tokens as a decimal number, refilled whenever time moves. */
  private static final class Model {
    private final BigDecimal capacity;
    private final BigDecimal deposit;
    private final BigDecimal perNano;
    private BigDecimal tokens;

    Model(int capacity, String deposit, String perSecond) {
      this.capacity = new BigDecimal(capacity);
      this.deposit = new BigDecimal(deposit);
      this.perNano = new BigDecimal(perSecond).movePointLeft(9);
      this.tokens = this.capacity;
    }

    void deposit() {
      add(deposit);
    }

    void advance(long nanos) {
      add(perNano.multiply(new BigDecimal(nanos)));
    }

    boolean tryWithdraw() {
      if (tokens.compareTo(BigDecimal.ONE) < 0) {
        return false;
      }
      tokens = tokens.subtract(BigDecimal.ONE);
      return true;
    }

    private void add(BigDecimal some) {
      tokens = tokens.add(some).min(capacity);
    }
  }

  @RepeatedTest(10)
  void agreesWithThePlainModel(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    int capacity = 1 + random.nextInt(20);
    int tenths = random.nextInt(20);
    int perSecond = random.nextInt(30);
    ManualTimeSource time = new ManualTimeSource();
    RetryBudget budget = RetryBudget.builder()
        .capacity(capacity)
        .depositPerCall(tenths / 10.0)
        .refillPerSecond(perSecond)
        .timeSource(time)
        .build();
    Model model = new Model(capacity, BigDecimal.valueOf(tenths, 1).toString(), "" + perSecond);

    for (int step = 0; step < 10_000; step++) {
      switch (random.nextInt(3)) {
        case 0 -> {
          budget.deposit();
          model.deposit();
        }
        case 1 -> {
          // The model's cap cuts at each step, the budget's when it looks; so it looks.
          long nanos = random.nextLong(100_000_000);
          time.advance(Duration.ofNanos(nanos));
          model.advance(nanos);
          assertThat(budget.available()).isEqualTo(model.tokens.longValue());
        }
        default -> assertThat(budget.tryWithdraw()).isEqualTo(model.tryWithdraw());
      }
    }
  }

  /** STRESS: deposits, withdrawals and refills at once, over and over; at the end every token is accounted for. */
  @Test
  void underContentionNoTokenIsLostOrMade() throws Exception {
    int threads = 4;
    int rounds = 50_000;
    int capacity = 1_000_000;
    ManualTimeSource time = new ManualTimeSource();
    RetryBudget budget = RetryBudget.builder()
        .capacity(capacity)
        .depositPerCall(0.2)
        .refillPerSecond(10)
        .timeSource(time)
        .build();
    for (int i = 0; i < capacity / 2; i++) {
      assertThat(budget.tryWithdraw()).isTrue();
    }
    CyclicBarrier start = new CyclicBarrier(threads);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<Integer>> withdrawn = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      boolean moves = t == 0;
      withdrawn.add(pool.submit(() -> {
        start.await();
        int count = 0;
        for (int i = 0; i < rounds; i++) {
          budget.deposit();
          count += budget.tryWithdraw() ? 1 : 0;
          if (moves) {
            time.advance(Duration.ofMillis(1));
          }
        }
        return count;
      }));
    }
    int total = 0;
    for (Future<Integer> one : withdrawn) {
      total += one.get();
    }
    pool.shutdown();

    int paidIn = threads * rounds / 5 + rounds / 100;
    assertThat(total).isEqualTo(threads * rounds);
    assertThat(budget.available()).isEqualTo(capacity / 2 + paidIn - total);
  }

  /** STRESS: an empty budget under many threads gives out what was paid in, and not one more. */
  @Test
  void underContentionNoMoreIsWithdrawnThanThereIs() throws Exception {
    int threads = 4;
    int rounds = 50_000;
    RetryBudget budget = RetryBudget.builder()
        .refillPerSecond(0)
        .depositPerCall(0.25)
        .timeSource(new ManualTimeSource())
        .build();
    CyclicBarrier start = new CyclicBarrier(threads);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<Integer>> withdrawn = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      withdrawn.add(pool.submit(() -> {
        start.await();
        int count = 0;
        for (int i = 0; i < rounds; i++) {
          // The first withdrawal empties the bucket, so that no deposit finds it full.
          count += budget.tryWithdraw() ? 1 : 0;
          count += budget.tryWithdraw() ? 1 : 0;
          budget.deposit();
        }
        return count;
      }));
    }
    int total = 0;
    for (Future<Integer> one : withdrawn) {
      total += one.get();
    }
    pool.shutdown();

    int most = 100 + threads * rounds / 4;
    assertThat(total).isBetween(most - 100, most);
    assertThat(total + budget.available()).isLessThanOrEqualTo(most);
  }
}
