package dev.recloser.circuitbreaker;

import dev.recloser.Outcome;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Runs the health checks that stand for probes, where no calls are let through. */
final class HealthChecks {
  private HealthChecks() {}

  /** Starts a check; however it ends, and whatever it throws, the probe is settled. */
  static void start(Probe probe, StateMachine machine, Reports reports) {
    Supplier<? extends CompletionStage<Boolean>> check =
        probe.epoch().ledger().plan().healthCheck();
    if (check == null) {
      return;
    }
    Permit permit = new Permit(reports, probe, true, machine.time().nanoTime());
    try {
      CompletionStage<Boolean> stage = check.get();
      stage.whenComplete((well, failure) -> permit.settle(
          failure == null && Boolean.TRUE.equals(well) ? Outcome.SUCCESS : Outcome.FAILURE,
          failure));
    } catch (Throwable fault) {
      machine.announcer().callbackFailed("health check", fault);
      permit.settle(Outcome.FAILURE);
    }
  }
}
