package dev.recloser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.ContextPropagator.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** What a propagator does wrong costs neither the task's result nor the other contexts. */
class ContextPropagatorFaultsTest {
  private final List<String> seen = new ArrayList<>();
  private final CompletableFuture<String> run = new CompletableFuture<>();

  private CompletableFuture<String> call(ContextPropagator faulty) {
    ContextPropagator sound = () -> () -> {
      seen.add("restored");
      return () -> seen.add("put back");
    };
    return Pipeline.builder("p").propagate(sound).propagate(faulty).build().callAsync(() -> run);
  }

  private void theRunGoesOn(CompletableFuture<String> future) {
    assertThat(seen).containsExactly("restored", "put back");
    assertThat(future).isNotDone();
    run.complete("result");
    assertThat(future).isCompletedWithValue("result");
  }

  @Test
  void aContextThatCannotBePutBackLeavesTheOthersAlone() {
    theRunGoesOn(call(() -> () -> () -> {
      throw new IllegalStateException("undo");
    }));
  }

  @Test
  @SuppressWarnings("NullAway") // What is tested.
  void aContextThatReturnsNothingToPutBackLeavesTheOthersAlone() {
    theRunGoesOn(call(() -> () -> null));
  }

  @Test
  void aContextThatCannotBeCapturedFailsTheFuture() {
    IllegalStateException fault = new IllegalStateException("capture");
    ContextPropagator faulty = () -> {
      throw fault;
    };
    assertThat(call(faulty)).failsWithin(Duration.ZERO).withThrowableThat().withCause(fault);
    assertThat(Pipeline.builder("p")
            .propagate(faulty)
            .build()
            .callAsyncOrElse(() -> run, reason -> "other"))
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCause(fault);
  }

  @Test
  @SuppressWarnings("NullAway") // What is tested.
  void aContextThatIsNullFailsTheFuture() {
    Context none = null;
    assertThat(call(() -> none).handle((value, failure) -> failure))
        .isCompletedWithValueMatching(failure -> !(failure instanceof CompletionException)
            && failure.getMessage().endsWith(" captured null"));
  }
}
