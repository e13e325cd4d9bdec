package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Transition;
import dev.recloser.circuitbreaker.CircuitOpenException;
import dev.recloser.retry.Retry;
import dev.recloser.retry.RetryEvent.Retrying;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Document 004: what is not HTTP, too: a remote call, a write to a file, a message, a job (S004-6). */
class EverydayTasksTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final Retry retry = Retry.builder("task")
      .backoff(Backoff.exponential(Duration.ofMillis(200), 2, Duration.ofSeconds(10)))
      .timeSource(time)
      .build();
  private final CircuitBreaker breaker = Classic.breaker(5, Duration.ofSeconds(30), time);

  @Test // S004-6
  void aRemoteCallIsRetriedThroughTheBreaker() throws IOException {
    Dependency remote = new Dependency();

    String answer =
        retry.call(() -> breaker.call(() -> remote.calls() < 2 ? remote.fail() : remote.answer()));

    assertThat(answer).isEqualTo(Dependency.ANSWER);
    assertThat(remote.calls()).isEqualTo(3);
    assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(600));
    assertThat(breaker.snapshot().failures()).isEqualTo(2);
    assertThat(Classic.run(breaker)).isZero();
  }

  @Test // S004-6, S004-18
  void aFileIsWrittenOnceItsDirectoryIsThere(@TempDir Path directory) throws IOException {
    Path mount = directory.resolve("mount");
    Path file = mount.resolve("report.txt");
    List<Throwable> failures = new ArrayList<>();
    retry.on(Retrying.class, event -> failures.add(Objects.requireNonNull(event.failure())));
    time.schedule(Duration.ofMillis(500), () -> mount.toFile().mkdir());

    retry.run(() -> breaker.run(() -> Files.writeString(file, "all is well")));

    assertThat(file).hasContent("all is well");
    assertThat(failures).hasSize(2).hasOnlyElementsOfType(NoSuchFileException.class);
    assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(600));
  }

  @Test // S004-6
  void aMessageIsPushedWithoutBlockingAThread() {
    List<String> delivered = new ArrayList<>();
    List<CompletableFuture<String>> pushes = new ArrayList<>();
    CompletableFuture<String> receipt = retry.callAsync(() -> breaker.callAsync(() -> {
      CompletableFuture<String> push = new CompletableFuture<>();
      pushes.add(push);
      return push;
    }));
    var unused = receipt.thenAccept(delivered::add);

    pushes.get(0).completeExceptionally(new IOException("the channel is down"));
    assertThat(pushes).hasSize(1);
    time.advance(Duration.ofMillis(200));
    assertThat(pushes).hasSize(2);
    pushes.get(1).complete("receipt 7");

    assertThat(delivered).containsExactly("receipt 7");
    assertThat(breaker.snapshot().failures()).isEqualTo(1);
    assertThat(time.pendingTimers()).isZero();
  }

  @Test // S004-6
  void aChannelThatStaysDownIsLeftAlone() {
    int[] pushes = {0};
    for (int message = 0; message < 10; message++) {
      assertThatThrownBy(() -> retry.run(() -> breaker.run(() -> {
            pushes[0]++;
            throw new IOException("the channel is down");
          })))
          .isInstanceOfAny(IOException.class, CircuitOpenException.class);
    }

    assertThat(pushes[0]).isEqualTo(5);
    assertThat(breaker.snapshot().rejected()).isEqualTo(9);
  }

  @Test // S004-6
  void aScheduledJobRunsOnTheSameTime() {
    Job job = new Job();
    List<State> states = new ArrayList<>();
    breaker.on(Transition.class, event -> states.add(event.to()));
    time.schedule(Duration.ofMinutes(1), job);

    time.advance(Duration.ofMinutes(10));

    // Three attempts at minute 1; two and a refusal at minute 2; a failed probe and a refusal at
    // minute 3; a good one
    // at minute 4, and one attempt a minute from then on.
    assertThat(job.attempts).isEqualTo(3 + 2 + 1 + 7);
    assertThat(job.skipped).isEqualTo(2);
    assertThat(states)
        .containsExactly(State.OPEN, State.HALF_OPEN, State.OPEN, State.HALF_OPEN, State.CLOSED);
    assertThat(time.pendingTimers()).isEqualTo(1);
  }

  /** A job that runs each minute, and fails in the first four. */
  private final class Job implements Runnable {
    private int attempts;
    private int skipped;

    @Override
    public void run() {
      Duration startedAt = time.elapsed();
      try {
        retry.run(() -> breaker.run(this::once));
      } catch (CircuitOpenException e) {
        skipped++;
      } catch (IOException e) {
        assertThat(e).hasMessage("the store is down");
      }
      time.schedule(Duration.ofMinutes(1).minus(time.elapsed().minus(startedAt)), this);
    }

    private void once() throws IOException {
      attempts++;
      if (time.elapsed().compareTo(Duration.ofMinutes(4)) < 0) {
        throw new IOException("the store is down");
      }
    }
  }
}
