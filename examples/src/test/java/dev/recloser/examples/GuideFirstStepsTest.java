package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.retry.Retry;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The first five minutes: the code of README.md. */
class GuideFirstStepsTest {
  private final Inventory inventory = new Inventory();

  @Test
  void aBreakerAndARetryGuardACall() throws IOException {
    // docs: first-example
    CircuitBreaker breaker = CircuitBreaker.ofDefaults("inventory");
    Retry retry = Retry.ofDefaults("inventory");

    // Up to three attempts; none while the inventory is known to be down.
    String stock = retry.call(() -> breaker.call(() -> inventory.get("sku-42")));
    // end

    assertThat(stock).isEqualTo("7 of sku-42");
    breaker.forceOpen();
    assertThat(breaker.callOrElse(() -> inventory.get("sku-42"), rejection -> "unknown"))
        .isEqualTo("unknown");
    assertThat(inventory.requests()).isEqualTo(1);
  }

  // docs: first-test
  @Test
  void aDeadInventoryIsLeftAloneUntilItIsProbed() throws IOException {
    ManualTimeSource time = new ManualTimeSource();
    StockService service = new StockService(inventory, time);

    inventory.goDown();
    assertThatIOException().isThrownBy(() -> service.stock("sku-42")); // three attempts
    assertThat(service.stock("sku-42")).isEqualTo("unknown"); // two more, which trip the breaker
    assertThat(service.stock("sku-42")).isEqualTo("unknown"); // none
    assertThat(inventory.requests()).isEqualTo(5);

    inventory.comeBack();
    time.advance(Duration.ofSeconds(33)); // in no time: 30 s of cooldown, and its jitter
    assertThat(service.stock("sku-42")).isEqualTo("7 of sku-42");
  }
  // end
}
