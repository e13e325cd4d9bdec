package dev.recloser;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExceptionsTest {

  private static final class Refused extends RejectedException {
    private static final long serialVersionUID = 1L;

    Refused(boolean ofOneCall, boolean stackTrace) {
      super("inventory", ofOneCall, stackTrace);
    }

    @Override
    public String reason() {
      return "no room";
    }

    @Override
    public Optional<Duration> retryAfter() {
      return Optional.empty();
    }

    @Override
    public Refused ofOneCall() {
      return new Refused(true, false);
    }
  }

  @Test
  void aSharedRefusalHasNoTraceAndTakesNothingIn() {
    Refused refused = new Refused(false, false);
    refused.addSuppressed(new IllegalStateException());

    assertThat(refused).isInstanceOf(ResilienceException.class).hasMessage("no room");
    assertThat(refused.policyName()).isEqualTo("inventory");
    assertThat(refused.getStackTrace()).isEmpty();
    assertThat(refused.getSuppressed()).isEmpty();
  }

  @Test
  void aRefusalOfOneCallTakesSuppressedExceptionsAndATraceOnDemand() {
    IllegalStateException other = new IllegalStateException();
    Refused refused = new Refused(true, true);
    refused.addSuppressed(other);

    assertThat(refused.getSuppressed()).containsExactly(other);
    assertThat(refused.getStackTrace()).isNotEmpty();
  }

  @Test
  void anInterruptedCallNamesItsLastFailure() {
    IllegalStateException last = new IllegalStateException();

    assertThat(new CallInterruptedException("interrupted", last))
        .isInstanceOf(ResilienceException.class)
        .hasMessage("interrupted")
        .hasCause(last);
  }
}
