package dev.recloser.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.Call;
import dev.recloser.Call.Attribute;
import dev.recloser.Call.Priority;
import dev.recloser.CallInterruptedException;
import dev.recloser.Next;
import dev.recloser.TimeoutExceededException;
import dev.recloser.retry.Retry;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.timeout.Timeout;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FaultTest {
  private static final Attribute<String> TENANT = Attribute.of("tenant", String.class);

  private final ManualTimeSource time = new ManualTimeSource();
  private final Script<String> task = Script.of("S*");

  @Test
  void latencyDelaysACall() throws Exception {
    Fault fault = Fault.latency("slow", Duration.ofSeconds(2)).timeSource(time).build();

    assertThat(fault.call(Next.task(), task)).isEqualTo("S1");

    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(2));
    assertThat(fault.injected()).isEqualTo(1);
    assertThat(fault).hasToString("Fault[slow, latency 2s]");
  }

  @Test
  void aFailureKeepsACallFromTheTask() {
    Fault fault = failing().build();

    assertThatIOException().isThrownBy(() -> fault.call(Next.task(), task)).withMessage("injected");

    assertThat(task.runs()).isZero();
  }

  @Test
  void aFailureAfterTheTaskLosesItsResult() {
    Fault fault = failing().afterTheTask().delay(Duration.ofSeconds(1)).build();

    assertThatIOException().isThrownBy(() -> fault.call(Next.task(), task));

    assertThat(task.runs()).isEqualTo(1);
    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(1));
    assertThat(fault).hasToString("Fault[down, latency 1s, failure]");
  }

  @Test
  void aFailureOfTheTaskPassesUntouched() {
    Fault fault = failing().afterTheTask().build();

    assertThatThrownBy(() -> fault.call(Next.task(), Script.of("T"))).hasMessage("T1");
  }

  @Test
  void resultsAreReplacedOrChanged() throws Exception {
    Fault empty = Fault.result("empty", "").build();
    Fault nothing = Fault.result("nothing", null).build();
    Fault garbled = Fault.changedResult("garbled", result -> result + "?").build();

    assertThat(empty.call(Next.task(), task)).isEmpty();
    assertThat(nothing.call(Next.task(), task)).isNull();
    assertThat(task.runs()).isZero();
    assertThat(garbled.call(Next.task(), task)).isEqualTo("S1?");
  }

  @Test
  void itStrikesInItsSpansOnly() throws Exception {
    time.advance(Duration.ofSeconds(3)); // spans are counted from the time it is built
    Fault fault = failing()
        .between(Duration.ofSeconds(10), Duration.ofSeconds(20))
        .between(Duration.ofSeconds(30), Duration.ofSeconds(31))
        .build();

    assertThat(struck(fault)).isFalse();
    time.advance(Duration.ofSeconds(10).minusNanos(1));
    assertThat(struck(fault)).isFalse();
    time.advance(Duration.ofNanos(1));
    assertThat(struck(fault)).isTrue();
    time.advance(Duration.ofSeconds(10).minusNanos(1));
    assertThat(struck(fault)).isTrue();
    time.advance(Duration.ofNanos(1));
    assertThat(struck(fault)).isFalse();
    time.advance(Duration.ofSeconds(10));
    assertThat(struck(fault)).isTrue();
  }

  @Test
  void itStrikesItsShareTheSameInEveryRun() throws Exception {
    Fault one = failing().rate(0.3).random(new Random(42)).build();
    Fault other = failing().rate(0.3).random(new Random(42)).build();
    for (int i = 0; i < 1000; i++) {
      assertThat(struck(one)).isEqualTo(struck(other));
    }

    assertThat(one.injected()).isBetween(250L, 350L);
    assertThat(struck(failing().rate(0).build())).isFalse();
  }

  @Test
  void callsOutOfQuestionDrawNoNumber() throws Exception {
    Random untouched = new Random(1);
    Fault fault = failing().rate(0.5).random(untouched).when(call -> false).build();

    assertThat(struck(fault)).isFalse();

    assertThat(untouched.nextLong()).isEqualTo(new Random(1).nextLong());
  }

  @Test
  void itStrikesByPriorityAttributeAndAttempt() throws Exception {
    Fault fault = failing()
        .when(call -> call.priority() == Priority.LOW)
        .when(call -> call.attribute(TENANT).filter("a"::equals).isPresent())
        .build();
    Call low = Call.current().withPriority(Priority.LOW);

    assertThat(struckIn(low, fault)).isFalse();
    assertThat(struckIn(low.with(TENANT, "a"), fault)).isTrue();
    assertThat(struckIn(low.with(TENANT, "b"), fault)).isFalse();

    Fault first = failing().when(call -> call.attempt() == 1).build();
    Retry retry = Retry.builder("test").timeSource(time).build();
    assertThat(retry.call(() -> first.call(Next.task(), Script.of("S")))).isEqualTo("S1");
    assertThat(first.injected()).isEqualTo(1);
  }

  @Test
  void itIsSwitchedLive() throws Exception {
    Fault fault = failing().switchedOff().build();

    assertThat(struck(fault)).isFalse();
    assertThat(fault).hasToString("Fault[down, failure, off]");
    fault.switchOn();
    assertThat(fault.isOn()).isTrue();
    assertThat(struck(fault)).isTrue();
    fault.switchOff();
    assertThat(struck(fault)).isFalse();
  }

  @Test
  void itTellsWhatItDoes() throws Exception {
    Fault fault = Fault.latency("slow", Duration.ofSeconds(2)).timeSource(time).build();
    Trace trace = Trace.on(time).watch(fault);

    trace.call(() -> fault.call(Next.task(), task));

    assertThat(trace.story()).isEqualTo("injected latency 2s ~2s call OK after 2s");
    assertThat(trace.events().get(0).origin().policyName()).isEqualTo("slow");
  }

  @Test
  void aTimeoutCutsALatencyShort() {
    Timeout timeout =
        Timeout.builder("test").limit(Duration.ofSeconds(1)).timeSource(time).build();
    Fault fault = Fault.latency("slow", Duration.ofSeconds(2)).timeSource(time).build();

    assertThatExceptionOfType(TimeoutExceededException.class)
        .isThrownBy(() -> timeout.call(() -> fault.call(Next.task(), task)));

    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(1));
    assertThat(task.runs()).isZero();
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void anInterruptionEndsALatencyAndIsKept() {
    Fault fault = Fault.latency("slow", Duration.ofSeconds(2)).timeSource(time).build();
    Thread.currentThread().interrupt();

    assertThatExceptionOfType(CallInterruptedException.class)
        .isThrownBy(() -> fault.call(Next.task(), task));

    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void settingsThatMakeNoSenseAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> failing().rate(1.1))
        .withMessage("rate must be in [0, 1], but was 1.1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> failing().between(Duration.ofSeconds(1), Duration.ofSeconds(1)))
        .withMessage("to must be after PT1S, but was PT1S");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Fault.latency("slow", Duration.ofSeconds(-1)))
        .withMessage("delay must not be negative, but was PT-1S");
    assertThatIllegalArgumentException().isThrownBy(() -> Fault.latency(" ", Duration.ZERO));
  }

  @Test
  @SuppressWarnings("NullAway") // Callers that do not check may pass it.
  void aSupplierThatMakesNoFailureIsNamed() {
    Fault fault = Fault.failure("down", () -> null).timeSource(time).build();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> fault.call(Next.task(), task))
        .withMessage("failure must not be null, but was null");
  }

  private FaultBuilder failing() {
    return Fault.failure("down", () -> new IOException("injected")).timeSource(time);
  }

  private boolean struck(Fault fault) throws Exception {
    try {
      fault.call(Next.task(), task);
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  private boolean struckIn(Call call, Fault fault) throws Exception {
    Call outer = Call.enter(call);
    try {
      return struck(fault);
    } finally {
      Call.enter(outer);
    }
  }
}
