package dev.recloser.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.time.ManualTimeSource;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class BulkheadConfigTest {

  @Test
  void theDefaultsAreThoseThatAreDocumented() {
    BulkheadConfig config = BulkheadConfig.ofDefaults();
    assertThat(config.maxConcurrent()).isEqualTo(25);
    assertThat(config.queue()).isZero();
    assertThat(config.maxWait()).isEmpty();
    assertThat(config.timeSource()).isSameAs(TimeSource.system());
    assertThat(BulkheadConfig.builder().queue(1).build().maxWait()).contains(Duration.ofSeconds(1));
    assertThat(Bulkhead.of("b", 3).config())
        .isEqualTo(BulkheadConfig.builder().maxConcurrent(3).build());
    assertThat(Bulkhead.of("b", config).config()).isSameAs(config);
  }

  @Test
  @SuppressWarnings("NullAway") // Missing arguments are part of what is tested.
  void aBadSettingIsNamedWithTheRuleAndTheValue() {
    Bulkhead bulkhead = Bulkhead.of("b", 1);
    Map<String, ThrowingCallable> bad = new LinkedHashMap<>();
    bad.put("name must not be blank, but was \" \"", () -> Bulkhead.of(" ", 1));
    bad.put("name must not be null, but was null", () -> Bulkhead.builder(null));
    bad.put("config must not be null, but was null", () -> Bulkhead.of("b", null));
    bad.put("maxConcurrent must be at least 1, but was 0", () -> Bulkhead.of("b", 0));
    bad.put("maxConcurrent must be at least 1, but was -1", () -> build(b -> b.maxConcurrent(-1)));
    bad.put("queue must be at least 0, but was -1", () -> build(b -> b.queue(-1)));
    bad.put(
        "maxWait must be positive, but was PT0S",
        () -> build(b -> b.queue(1).maxWait(Duration.ZERO)));
    bad.put("maxWait must not be null, but was null", () -> build(b -> b.maxWait(null)));
    bad.put(
        "maxWait needs a queue to wait in, but was PT1S",
        () -> build(b -> b.maxWait(Duration.ofSeconds(1))));
    bad.put("timeSource must not be null, but was null", () -> build(b -> b.timeSource(null)));
    bad.put("task must not be null, but was null", () -> bulkhead.call(null));
    bad.put("executor must not be null, but was null", () -> bulkhead.callOn(null, () -> "body"));
    bad.put("otherwise must not be null, but was null", () -> bulkhead.callOrElse(() -> 1, null));
    bad.forEach((message, call) -> assertThatThrownBy(call)
        .as(message)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message));
    for (ThrowingCallable missing : new ThrowingCallable[] {
      () -> bulkhead.run(null),
      () -> bulkhead.callAsync(null),
      () -> bulkhead.callOn(Runnable::run, null)
    }) {
      assertThatThrownBy(missing).hasMessage("task must not be null, but was null");
    }
    assertThat(bulkhead.snapshot().free()).isEqualTo(1);
  }

  private static Bulkhead build(UnaryOperator<Bulkhead.Builder> settings) {
    return settings.apply(Bulkhead.builder("b")).build();
  }

  @Test
  void theLimitsThemselvesAreFine() {
    Bulkhead bulkhead = build(b -> b.maxConcurrent(Integer.MAX_VALUE)
        .queue(Integer.MAX_VALUE)
        .maxWait(Duration.ofSeconds(Long.MAX_VALUE)));
    assertThat(bulkhead.call(() -> bulkhead.snapshot().free())).isEqualTo(Integer.MAX_VALUE - 1);
    bulkhead.reconfigure(bulkhead.config().toBuilder().maxConcurrent(1).build());
    assertThat(bulkhead.call(() -> bulkhead.snapshot().free())).isZero();
    assertThat(build(b -> b.queue(1).maxWait(Duration.ofNanos(1))).config().maxWait())
        .contains(Duration.ofNanos(1));
  }

  @Test
  void configsAreComparedByValue() {
    BulkheadConfig config = BulkheadConfig.builder().maxConcurrent(3).queue(5).build();
    assertThat(config.toBuilder().build()).isEqualTo(config).hasSameHashCodeAs(config);
    assertThat(config.toBuilder().maxWait(Duration.ofSeconds(1)).build()).isEqualTo(config);
    assertThat(config.toBuilder().queue(4).build()).isNotEqualTo(config);
    assertThat(config).hasToString("BulkheadConfig[maxConcurrent=3, queue=5, maxWait=PT1S]");
    assertThat(config.toBuilder().noQueue().build())
        .hasToString("BulkheadConfig[maxConcurrent=3, queue=0]");
  }

  @Test
  void itStaysOnItsTimeSource() {
    Bulkhead bulkhead = Bulkhead.of("b", 1);
    assertThatThrownBy(() -> bulkhead.reconfigure(
            BulkheadConfig.builder().timeSource(new ManualTimeSource()).build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("timeSource must stay TimeSource.system(), but was");
  }
}
