package dev.recloser.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.recloser.Backoff;
import dev.recloser.CheckedRunnable;
import dev.recloser.CheckedSupplier;
import dev.recloser.RetryBudget;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("NullAway") // Nulls are what is tested.
class RetryConfigTest {
  private final Retry retry = Retry.ofDefaults("r");

  // C106: of two settings of one thing the later wins, and config() replaces all before it.
  @Test
  void isAValue() {
    ManualTimeSource time = new ManualTimeSource();
    Predicate<@Nullable Object> isNull = result -> result == null;
    RetryBudget budget = RetryBudget.unlimited();
    RetryConfig config = RetryConfig.builder()
        .maxAttempts(4)
        .backoff(Backoff.none())
        .retryOn(IOException.class)
        .abortOn(InterruptedException.class)
        .retryOnResult(isNull)
        .maxDuration(Duration.ofSeconds(9))
        .retryAfterCap(Duration.ofSeconds(3))
        .budget(budget)
        .timeSource(time)
        .random(() -> 0)
        .build();

    assertThat(config.toBuilder().build()).isEqualTo(config).hasSameHashCodeAs(config);
    assertThat(config.toBuilder().maxAttempts(5).build()).isNotEqualTo(config);
    assertThat(Retry.of("a", config).config()).isSameAs(config);
    assertThat(Retry.builder("a").maxAttempts(9).config(config).build().config())
        .isEqualTo(config);
    assertThat(config.maxDuration()).contains(Duration.ofSeconds(9));
    assertThat(config.budget()).contains(budget);
    assertThat(config.timeSource()).isSameAs(time);
    assertThat(config).hasToString("RetryConfig[maxAttempts=4, backoff=fixed(PT0S)]");
  }

  @Test
  void oneConfigMakesRetriesWithBudgetsOfTheirOwnUnlessItHoldsOne() {
    RetryConfig config = RetryConfig.builder().maxAttempts(2).build();
    RetryConfig sharing =
        config.toBuilder().budget(RetryBudget.builder().build()).build();

    assertThat(Retry.of("a", config).budget()).isNotSameAs(Retry.of("b", config).budget());
    assertThat(Retry.of("a", sharing).budget()).isSameAs(Retry.of("b", sharing).budget());
  }

  // C104
  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void refusesFewerAttemptsThanOne(int attempts) {
    refused(b -> b.maxAttempts(attempts), "maxAttempts must be at least 1, but was " + attempts);
  }

  @Test
  void refusesDurationsThatAreNone() {
    refused(b -> b.maxDuration(Duration.ZERO), "maxDuration must be positive, but was PT0S");
    refused(
        b -> b.retryAfterCap(Duration.ofNanos(-1)),
        "retryAfterCap must not be negative, but was PT-0.000000001S");
    assertThat(RetryConfig.builder().retryAfterCap(Duration.ZERO).build().retryAfterCap())
        .isZero();
    assertThat(RetryConfig.builder().maxDuration(Duration.ofNanos(1)).build().maxDuration())
        .contains(Duration.ofNanos(1));
  }

  @Test
  void refusesEveryNullByName() {
    refused(b -> b.backoff(null), "backoff must not be null, but was null");
    refused(b -> b.maxDuration(null), "maxDuration must not be null, but was null");
    refused(b -> b.retryAfterCap(null), "retryAfterCap must not be null, but was null");
    refused(b -> b.budget(null), "budget must not be null, but was null");
    refused(b -> b.timeSource(null), "timeSource must not be null, but was null");
    refused(b -> b.random((RandomGenerator) null), "random must not be null, but was null");
    refused(b -> b.config(null), "config must not be null, but was null");
    refused(b -> b.retryOnResult(null), "retryOnResult must not be null, but was null");
    refused(b -> b.retryOn((Predicate<Throwable>) null), "retryOn must not be null, but was null");
    refused(b -> b.abortOn((Predicate<Throwable>) null), "abortOn must not be null, but was null");
    refused(
        b -> b.retryOn((Class<? extends Throwable>) null),
        "retryOn must not be null, but was null");
    refused(b -> b.abortOn(IOException.class, null), "abortOn must not be null, but was null");
  }

  @Test
  void refusesANameThatIsNone() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Retry.ofDefaults(null))
        .withMessage("name must not be null, but was null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Retry.builder(" "))
        .withMessage("name must not be blank, but was \" \"");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Retry.of("a", null))
        .withMessage("config must not be null, but was null");
  }

  // S004-30
  @Test
  void refusesANullTaskAtOnceAndForFree() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> retry.call((CheckedSupplier<String, RuntimeException>) null))
        .withMessage("task must not be null, but was null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> retry.run((CheckedRunnable<RuntimeException>) null))
        .withMessage("task must not be null, but was null");
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            retry.callAsync((CheckedSupplier<CompletionStage<String>, RuntimeException>) null))
        .withMessage("task must not be null, but was null");
  }

  @Test
  void refusesNullListeners() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> retry.onEvent(null))
        .withMessage("listener must not be null, but was null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> retry.on(null, event -> {}))
        .withMessage("type must not be null, but was null");
  }

  private static void refused(Consumer<RetryConfig.Builder> setting, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> {
          RetryConfig.Builder builder = RetryConfig.builder();
          setting.accept(builder);
          builder.build();
        })
        .withMessage(message);
  }
}
