package dev.recloser.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class HangingScriptTest {
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Script<String> script = Script.of("H*");

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  @Test
  void threadsHangUntilTheyAreReleased() throws Exception {
    List<Future<String>> calls =
        Stream.generate(() -> threads.submit(script::get)).limit(8).toList();
    script.awaitHanging(8);

    assertThat(script.mostAtOnce()).isEqualTo(8);
    assertThat(calls).noneMatch(Future::isDone);
    script.release("done");
    for (Future<String> call : calls) {
      assertThat(call.get()).isEqualTo("done");
    }
    assertThat(script.running()).isZero();
  }

  @Test
  void aHangingRunThrowsWhatItIsTold() throws InterruptedException {
    Future<String> call = threads.submit(script::get);
    script.awaitHanging(1);

    script.fail(new IOException("told"));

    assertThatThrownBy(call::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseExactlyInstanceOf(IOException.class);
  }

  @Test
  void aHangingRunCanBeInterrupted() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(script::get).isInstanceOf(InterruptedException.class);

    assertThat(script.hanging()).isZero();
    assertThat(script.running()).isZero();
  }
}
