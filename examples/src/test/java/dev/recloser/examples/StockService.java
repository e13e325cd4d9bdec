package dev.recloser.examples;

// docs: first-complete
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitOpenException;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.retry.Retry;
import dev.recloser.time.TimeSource;
import java.io.IOException;

/** Tells what is in stock, and gets by while the inventory is down. */
final class StockService {
  private final Inventory inventory;
  private final CircuitBreaker breaker;
  private final Retry retry;

  StockService(Inventory inventory, TimeSource time) {
    this.inventory = inventory;
    this.breaker = CircuitBreaker.builder("inventory")
        .tripWhen(TripRule.consecutiveFailures(5))
        .timeSource(time)
        .build();
    this.retry = Retry.builder("inventory").timeSource(time).build();
  }

  /** Makes up to three attempts, and none while the inventory is known to be down. */
  String stock(String sku) throws IOException {
    try {
      return retry.call(() -> breaker.call(() -> inventory.get(sku)));
    } catch (CircuitOpenException e) {
      return "unknown";
    }
  }
}
// end
