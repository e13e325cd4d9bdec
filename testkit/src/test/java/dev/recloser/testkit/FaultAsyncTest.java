package dev.recloser.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.Call;
import dev.recloser.Call.Priority;
import dev.recloser.Next;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.time.TimeSource;
import dev.recloser.time.Timer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class FaultAsyncTest {
  private final ManualTimeSource time = new ManualTimeSource();

  @Test
  void latencyIsWaitedForByATimer() {
    Script<String> task = Script.of("S");
    CompletableFuture<String> future = slow().build().callAsync(Next.task(), task::getAsync);

    assertThat(time.elapsed()).isZero();
    assertThat(task.runs()).isZero();
    time.advance(Duration.ofSeconds(2));

    assertThat(future).isCompletedWithValue("S1");
    assertThat(time.pendingTimers()).isZero();
  }

  @Test
  void latencyAfterTheTaskHoldsBackItsResult() {
    Script<String> task = Script.of("S F");
    Fault fault = slow().afterTheTask().build();

    CompletableFuture<String> late = fault.callAsync(Next.task(), task::getAsync);
    CompletableFuture<String> failed = fault.callAsync(Next.task(), task::getAsync);

    assertThat(task.runs()).isEqualTo(2);
    assertThat(late).isNotDone();
    assertThat(failed)
        .failsWithin(Duration.ZERO)
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(IOException.class);
    time.advance(Duration.ofSeconds(2));
    assertThat(late).isCompletedWithValue("S1");
  }

  @Test
  void theCallIsTakenAlong() {
    Call outer = Call.enter(Call.current().withPriority(Priority.HIGH));
    CompletableFuture<Priority> future;
    try {
      future = slow()
          .build()
          .callAsync(
              Next.task(),
              () -> CompletableFuture.completedFuture(Call.current().priority()));
    } finally {
      Call.enter(outer);
    }

    time.advance(Duration.ofSeconds(2));

    assertThat(future).isCompletedWithValue(Priority.HIGH);
    assertThat(Call.current().priority()).isEqualTo(Priority.NORMAL);
  }

  @Test
  void cancellingStopsTheTimerOrTheTask() {
    Script<String> task = Script.of("H");
    Fault fault = slow().build();

    fault.callAsync(Next.task(), task::getAsync).cancel(true);
    assertThat(time.pendingTimers()).isZero();
    assertThat(task.runs()).isZero();

    CompletableFuture<String> running = fault.callAsync(Next.task(), task::getAsync);
    time.advance(Duration.ofSeconds(2));
    assertThat(task.running()).isEqualTo(1);
    running.cancel(true);
    assertThat(task.running()).isZero();
  }

  @Test
  void aCallThatIsCancelledWhileItsTimerIsSetLeavesNoTimer() {
    Runnable[] meanwhile = {() -> {}};
    TimeSource interfering = new InterferingTime(time, () -> meanwhile[0].run());
    Script<String> task = Script.of("H");
    Fault fault = slow().afterTheTask().timeSource(interfering).build();
    CompletableFuture<String> call = fault.callAsync(Next.task(), task::getAsync);
    meanwhile[0] = () -> call.cancel(true);

    task.succeed("late");

    assertThat(call).isCancelled();
    assertThat(time.pendingTimers()).isZero();
  }

  /** A time source where something happens just before a timer is set. */
  private record InterferingTime(TimeSource time, Runnable meanwhile) implements TimeSource {

    @Override
    public long nanoTime() {
      return time.nanoTime();
    }

    @Override
    public Instant wallTime() {
      return time.wallTime();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
      time.sleep(duration);
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
      meanwhile.run();
      return time.schedule(delay, task);
    }
  }

  @Test
  void failuresAndResultsNeedNoTask() {
    Script<String> task = Script.of("S S S");
    Fault down = Fault.failure("down", () -> new IOException("injected")).build();
    Fault empty =
        Fault.result("empty", "").delay(Duration.ofSeconds(1)).timeSource(time).build();
    Fault garbled = Fault.changedResult("garbled", result -> result + "?").build();

    assertThat(down.callAsync(Next.task(), task::getAsync))
        .failsWithin(Duration.ZERO)
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(IOException.class);
    CompletableFuture<String> answer = empty.callAsync(Next.task(), task::getAsync);
    assertThat(answer).isNotDone();
    time.advance(Duration.ofSeconds(1));
    assertThat(answer).isCompletedWithValue("");
    assertThat(task.runs()).isZero();
    assertThat(garbled.callAsync(Next.task(), task::getAsync)).isCompletedWithValue("S1?");
  }

  @Test
  void codeOfTheTestThatThrowsFailsTheFuture() {
    Fault condition = slow().when(call -> Integer.parseInt("x") == 0).build();
    Fault change = Fault.changedResult("bad", result -> Integer.parseInt("x")).build();
    Script<String> task = Script.of("S*");

    assertThat(condition.callAsync(Next.task(), task::getAsync)).isCompletedExceptionally();
    assertThat(change.callAsync(Next.task(), task::getAsync)).isCompletedExceptionally();
  }

  private FaultBuilder slow() {
    return Fault.latency("slow", Duration.ofSeconds(2)).timeSource(time);
  }
}
