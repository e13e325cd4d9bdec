package dev.recloser.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.CallInterruptedException;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.time.TimeSource;
import dev.recloser.time.Timer;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What only shows at moments that a test must make. */
class PermitsTest {

  // C44: the line leaked those who had given up.
  @Test
  void theLineKeepsNothingOfOneWhoHasLeft() {
    Permits permits = new Permits(0);
    List<WeakReference<Waiter>> gone = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Waiter waiter = new Waiter(0, null);
      permits.join(waiter, 1);
      waiter.leave();
      gone.add(new WeakReference<>(waiter));
    }
    for (int i = 0; i < 100 && gone.stream().anyMatch(one -> one.get() != null); i++) {
      System.gc();
    }
    assertThat(gone).allMatch(one -> one.get() == null);
    assertThat(Permits.waiting(permits.state())).isZero();
  }

  /** Interrupts who waits at the very moment at which something else happens. */
  private record InterruptAt(TimeSource source, Runnable moment) implements TimeSource {

    @Override
    public long nanoTime() {
      return source.nanoTime();
    }

    @Override
    public Instant wallTime() {
      return source.wallTime();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
      source.sleep(duration);
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
      return source.schedule(delay, task);
    }

    @Override
    public <T> T await(CompletableFuture<T> future, Duration atMost, T otherwise)
        throws InterruptedException {
      moment.run();
      throw new InterruptedException();
    }
  }

  @Test
  void aPermitThatComesToOneWhoIsInterruptedIsGivenBack() {
    List<BulkheadPermit> held = new ArrayList<>();
    TimeSource time =
        new InterruptAt(new ManualTimeSource(), () -> held.forEach(BulkheadPermit::close));
    Bulkhead bulkhead =
        Bulkhead.builder("b").maxConcurrent(1).queue(1).timeSource(time).build();
    held.add(bulkhead.acquire());
    assertThatThrownBy(bulkhead::acquire).isInstanceOf(CallInterruptedException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(bulkhead.snapshot().free()).isEqualTo(1);
    assertThat(bulkhead.snapshot().abandoned()).isEqualTo(1);
  }
}
