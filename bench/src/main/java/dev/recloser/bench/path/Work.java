package dev.recloser.bench.path;

import java.util.function.Supplier;
import org.springframework.core.retry.Retryable;

/** What is guarded. It is each library's kind of task at once, so all of them call the very same code. */
interface Work
    extends Supplier<String>,
        dev.recloser.CheckedSupplier<String, RuntimeException>,
        dev.failsafe.function.CheckedSupplier<String>,
        Retryable<String> {

  @Override
  String get();

  @Override
  default String execute() {
    return get();
  }
}
