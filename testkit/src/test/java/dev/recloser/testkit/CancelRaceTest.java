package dev.recloser.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.Next;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Time passes, and meanwhile the holder cancels. */
@Timeout(60)
class CancelRaceTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ExecutorService other = Executors.newSingleThreadExecutor();
  private final CyclicBarrier together = new CyclicBarrier(2);

  @AfterEach
  void stop() {
    other.shutdownNow();
  }

  @Test
  void aDelayedCallLeavesNothingBehind() throws Exception {
    for (int round = 0; round < 2000; round++) {
      ManualTimeSource time = new ManualTimeSource();
      Script<String> task = Script.of(List.of("H", "H~1s", "S~1s", "S~1s").get(round % 4), time);
      FaultBuilder slow = Fault.latency("slow", SECOND).timeSource(time);
      Fault fault = (round % 4 < 2 ? slow : slow.afterTheTask()).build();

      CompletableFuture<String> call = fault.callAsync(Next.task(), task::getAsync);
      race(() -> time.advance(SECOND), () -> call.cancel(true));

      assertThat(call).isCancelled();
      assertThat(task.running()).isZero();
      assertThat(task.hanging()).isZero();
      assertThat(time.pendingTimers()).isZero();
    }
  }

  @Test
  void aHangingRunIsEndedOnceAndByOne() throws Exception {
    for (int round = 0; round < 2000; round++) {
      Script<String> task = Script.of("H H");
      CompletableFuture<String> first = task.getAsync();
      CompletableFuture<String> second = task.getAsync();

      race(() -> task.succeed("told"), () -> first.cancel(true));

      // Either it came first, or the next one was told.
      assertThat(first.isCancelled()).isEqualTo(second.isDone());
      assertThat(task.hanging()).isEqualTo(second.isDone() ? 0 : 1);
    }
  }

  private void race(Runnable here, Runnable there) throws Exception {
    Future<?> done = other.submit(() -> {
      together.await();
      there.run();
      return true;
    });
    together.await();
    here.run();
    done.get();
  }
}
