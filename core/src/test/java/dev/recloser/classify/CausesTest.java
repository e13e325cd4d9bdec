package dev.recloser.classify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CausesTest {
  private final IOException cause = new IOException();

  /** A wrapper whose cause can be set to anything, itself included. */
  private static final class Wrapper extends CompletionException {
    private static final long serialVersionUID = 1L;

    private @Nullable Throwable wrapped;

    @Override
    public synchronized @Nullable Throwable getCause() {
      return wrapped;
    }
  }

  @Test
  void whatIsNoWrapperStaysAsItIs() {
    UncheckedIOException other = new UncheckedIOException(cause);

    assertThat(Causes.unwrap(cause)).isSameAs(cause);
    assertThat(Causes.unwrap(other)).isSameAs(other);
  }

  // E44: there only one level is unwrapped.
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 100_000})
  void wrappersAreTakenOffToAnyDepth(int depth) {
    Throwable wrapped = cause;
    for (int i = 0; i < depth; i++) {
      // With a message, lest each repeats those below.
      wrapped =
          i % 2 == 0 ? new CompletionException("", wrapped) : new ExecutionException("", wrapped);
    }

    assertThat(Causes.unwrap(wrapped)).isSameAs(cause);
  }

  @Test
  void theFirstCauseThatIsNoWrapperIsTheOne() {
    IllegalStateException middle = new IllegalStateException(new CompletionException(cause));

    assertThat(Causes.unwrap(new ExecutionException(middle))).isSameAs(middle);
  }

  // E44: there a missing cause is a null pointer failure.
  @Test
  void aWrapperAroundNothingIsTheFailureItself() {
    CompletionException empty = new CompletionException("nothing", null);

    assertThat(Causes.unwrap(empty)).isSameAs(empty);
    assertThat(Causes.unwrap(new ExecutionException(empty))).isSameAs(empty);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
  void aCircleOfWrappersIsLeft(int length) {
    Wrapper[] circle = new Wrapper[length];
    for (int i = 0; i < length; i++) {
      circle[i] = new Wrapper();
    }
    for (int i = 0; i < length; i++) {
      circle[i].wrapped = circle[(i + 1) % length];
    }
    Throwable before = new CompletionException(new ExecutionException(circle[0]));

    assertThat(Causes.unwrap(circle[0])).isSameAs(circle[0]);
    assertThat(Causes.unwrap(before)).isSameAs(before);
  }
}
