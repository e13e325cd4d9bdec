package dev.recloser.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.CallInterruptedException;
import dev.recloser.bulkhead.NaiveBulkhead.Entry;
import dev.recloser.bulkhead.NaiveBulkhead.Where;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Random sequences of everything that can be done to a bulkhead, beside a model too simple to be wrong. */
class RandomBulkheadTest {
  private static final int SEQUENCES = 10_000 * Integer.getInteger("soak", 1);
  private static final int STEPS = 40;
  private static final long MAX_WAIT = 1_000;

  @Test
  void itAgreesWithThePlainModel() {
    for (int seed = 0; seed < SEQUENCES; seed++) {
      Sequence sequence = new Sequence(seed);
      for (int step = 0; step < STEPS; step++) {
        sequence.step();
        sequence.check("seed " + seed + ", step " + step);
      }
      sequence.finish("seed " + seed);
    }
  }

  private static final class Sequence {
    private final Random random;
    private final ManualTimeSource time = new ManualTimeSource();
    private final NaiveBulkhead model;
    private final Bulkhead bulkhead;

    Sequence(int seed) {
      random = new Random(seed);
      model = new NaiveBulkhead(1 + random.nextInt(3), 1 + random.nextInt(4), MAX_WAIT);
      bulkhead = Bulkhead.builder("b").config(config()).build();
      if (random.nextInt(4) == 0) {
        bulkhead.onEvent(event -> {
          throw new IllegalStateException("listener");
        });
      }
    }

    private BulkheadConfig config() {
      return BulkheadConfig.builder()
          .maxConcurrent(model.limit)
          .queue(model.queue)
          .maxWait(Duration.ofNanos(MAX_WAIT))
          .timeSource(time)
          .build();
    }

    void step() {
      switch (random.nextInt(12)) {
        case 0, 1, 2, 3 -> async();
        case 4 -> acquire();
        case 5 -> tryAcquire();
        case 6, 7 -> end(any());
        case 8 -> endLater(any());
        case 9 -> giveUp(any());
        case 10 -> advance(1 + random.nextInt((int) MAX_WAIT));
        default -> resize();
      }
      time.advance(Duration.ZERO);
    }

    private Entry any() {
      List<Entry> all = model.all;
      return all.isEmpty() ? new Entry(false, false) : all.get(random.nextInt(all.size()));
    }

    private void async() {
      Entry entry = new Entry(random.nextInt(6) == 0, random.nextInt(3) == 0);
      entry.future = bulkhead.callAsync(() -> start(entry));
      model.submit(entry, true);
    }

    private CompletionStage<String> start(Entry entry) throws IOException {
      entry.realStarts++;
      assertThat(bulkhead.snapshot().running()).isPositive();
      if (entry.throwsAtOnce) {
        throw new IOException("down");
      }
      return entry.stubborn ? entry.stage.minimalCompletionStage() : entry.stage;
    }

    /** Waits if need be: on this time source, by moving the time itself. */
    private void acquire() {
      Entry entry = new Entry(false, false);
      model.submit(entry, true);
      if (entry.where == Where.WAITING && random.nextInt(4) == 0) {
        Thread.currentThread().interrupt();
        model.giveUp(entry);
      }
      boolean moved = true;
      while (moved && entry.where == Where.WAITING) {
        moved = model.step(entry.expiresAt);
      }
      try {
        entry.permit = bulkhead.acquire();
      } catch (BulkheadFullException e) {
        assertThat(entry.where).isEqualTo(Where.REFUSED);
      } catch (CallInterruptedException e) {
        assertThat(entry.where).isEqualTo(Where.GIVEN_UP);
        assertThat(Thread.interrupted()).isTrue();
      }
    }

    private void tryAcquire() {
      Entry entry = new Entry(false, false);
      model.submit(entry, false);
      bulkhead.tryAcquire().ifPresent(permit -> entry.permit = permit);
    }

    private void end(Entry entry) {
      model.stageEnds(entry);
      endReal(entry);
    }

    private static void endReal(Entry entry) {
      entry.stage.complete("body");
      if (entry.permit != null) {
        entry.permit.close();
      }
    }

    private void endLater(Entry entry) {
      // An odd instant, so that it is never that of the end of a wait.
      long delay = 2L * random.nextInt((int) MAX_WAIT) + 1;
      if (entry.endsAt == Long.MAX_VALUE && (model.now + delay) % 2 == 1) {
        entry.endsAt = model.now + delay;
        time.schedule(Duration.ofNanos(delay), () -> endReal(entry));
      }
    }

    private void giveUp(Entry entry) {
      if (entry.future == null) {
        return;
      }
      model.giveUp(entry);
      if (random.nextBoolean()) {
        entry.future.cancel(true);
      } else {
        entry.future.completeExceptionally(new TimeoutException());
      }
    }

    private void advance(long nanos) {
      long until = model.now + nanos;
      while (model.step(until)) {}
      model.now = until;
      time.advance(Duration.ofNanos(nanos));
    }

    private void resize() {
      model.resize(1 + random.nextInt(4), 1 + random.nextInt(4));
      bulkhead.reconfigure(config());
    }

    void check(String at) {
      assertThat(bulkhead.snapshot())
          .as(at)
          .isEqualTo(new BulkheadSnapshot(
              "b",
              model.limit,
              model.running,
              Math.max(0, model.limit - model.running),
              model.queue,
              model.line.size(),
              model.refused,
              model.givenUp));
      assertThat(time.elapsed().toNanos()).as(at).isEqualTo(model.now);
      for (Entry entry : model.all) {
        check(entry, at);
      }
    }

    private static void check(Entry entry, String at) {
      boolean began = entry.where == Where.RUNNING || entry.where == Where.ENDED;
      if (entry.future != null) {
        assertThat(entry.realStarts).as(at).isEqualTo(began ? 1 : 0);
        assertThat(entry.future.isDone() || !entry.over()).as(at).isTrue();
        assertThat(entry.future.isDone() && entry.where == Where.WAITING).as(at).isFalse();
      } else {
        assertThat(entry.permit != null).as(at).isEqualTo(began);
      }
    }

    void finish(String at) {
      for (Entry entry : List.copyOf(model.all)) {
        end(entry);
        time.advance(Duration.ZERO);
      }
      advance(3 * MAX_WAIT);
      check(at);
      assertThat(model.running).as(at).isZero();
      assertThat(time.pendingTimers()).as(at).isZero();
      assertThat(model.all).as(at).allMatch(entry -> entry.future == null || entry.future.isDone());
    }
  }
}
