package dev.recloser.circuitbreaker;

import dev.recloser.event.Event.Origin;
import dev.recloser.time.TimeSource;
import dev.recloser.time.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** No call passes until the cooldown has passed. */
final class Open extends Epoch implements Refusal {
  private final long openedAt;
  private final long cooldownNanos;
  private final Trip trip;
  private final CircuitOpenException exception;

  /** Set only for observers who want the cooldown's end to be punctual. */
  private volatile @Nullable Timer timer;

  Open(Birth birth, CircuitOpenException.Source source, long openedAt, Trip trip) {
    super(birth);
    this.openedAt = openedAt;
    this.cooldownNanos = TimeSource.saturatedNanos(birth.history().cooldown());
    this.trip = trip;
    this.exception = new CircuitOpenException(source, this, state(), birth.reason());
  }

  boolean cooledDown(long now) {
    return now - openedAt >= cooldownNanos;
  }

  @Override
  CircuitBreakerEvent.Tripped announcement(Origin origin, CircuitBreakerSnapshot before) {
    return new CircuitBreakerEvent.Tripped(
        origin,
        before,
        trip.reason(),
        history().cooldown(),
        history().openings(),
        trip.lastFailure());
  }

  @Override
  Class<CircuitBreakerEvent.Tripped> announcedAs() {
    return CircuitBreakerEvent.Tripped.class;
  }

  void timer(Timer started) {
    timer = started;
  }

  @Override
  void retire() {
    Timer started = timer;
    if (started != null) {
      started.cancel();
    }
  }

  @Override
  CircuitBreaker.State state() {
    return CircuitBreaker.State.OPEN;
  }

  @Override
  @Nullable
  Throwable lastFailure() {
    return trip.lastFailure();
  }

  @Override
  List<RuleSnapshot> rules(long nowNanos) {
    return trip.rules();
  }

  @Override
  public CircuitOpenException exception() {
    return exception;
  }

  @Override
  public Optional<Duration> retryAfter(long nowNanos) {
    return Optional.of(
        Duration.ofNanos(Math.max(0, cooldownNanos - Math.max(0, nowNanos - openedAt))));
  }

  @Override
  public @Nullable RuleSnapshot trippedBy() {
    return trip.by();
  }
}
