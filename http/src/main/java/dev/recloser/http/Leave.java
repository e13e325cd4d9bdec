package dev.recloser.http;

import dev.recloser.Call;
import dev.recloser.Deadline;
import dev.recloser.Outcome;
import dev.recloser.circuitbreaker.Permit;
import dev.recloser.endpoint.EndpointPool.Lease;
import dev.recloser.http.spi.Dialect;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** The leave for one attempt: from whom it was had is told how that ended, once. */
final class Leave<Q, R> {
  private final Rules<Q, R> rules;
  private final Q request;
  private final @Nullable Lease<URI> lease;
  private final @Nullable Permit permit;
  private final @Nullable Deadline deadline = Call.current().deadline().orElse(null);

  private Leave(Rules<Q, R> rules, Q request, @Nullable Lease<URI> lease, @Nullable Permit permit) {
    this.rules = rules;
    this.request = request;
    this.lease = lease;
    this.permit = permit;
  }

  /**
   * Asks for leave to send a request; throws if it is refused.
   *
   * @param tried the endpoints that the call has tried, of which there is then one more
   */
  static <Q, R> Leave<Q, R> ask(Rules<Q, R> rules, Q asked, Set<URI> tried) {
    Dialect<Q, R> dialect = rules.dialect();
    if (rules.endpoints() == null) {
      Q request = rules.marks().on(dialect, asked, null);
      return new Leave<>(rules, request, null, permit(rules, asked));
    }
    Lease<URI> lease = rules.endpoints().acquire(tried);
    try {
      tried.add(lease.endpoint());
      URI target = Targets.at(lease.endpoint(), dialect.uri(asked));
      Q request = rules.marks().on(dialect, asked, target);
      return new Leave<>(rules, request, lease, permit(rules, request));
    } catch (Throwable refusal) {
      lease.released();
      throw refusal;
    }
  }

  private static <Q> @Nullable Permit permit(Rules<Q, ?> rules, Q request) {
    return rules.breakers() == null
        ? null
        : rules.breakers().apply(rules.dialect().uri(request)).acquire();
  }

  /** Returns what to send. */
  Q request() {
    return request;
  }

  /** Tells of an answer. */
  void answered(R response) {
    if (lease == null && permit == null) {
      return;
    }
    int status = rules.dialect().status(response);
    Outcome outcome = rules.outcomes().ofStatus(status);
    settle(
        outcome,
        outcome != Outcome.FAILURE
            ? null
            : new HttpStatusException(
                status,
                RetryAfterHeader.of(rules.dialect(), response, rules.time().wallTime())
                    .orElse(null)));
  }

  /** Tells of a failure, without the wrappers of futures. */
  void failed(Throwable failure) {
    if (lease == null && permit == null) {
      return;
    }
    boolean stopped =
        failure instanceof InterruptedException || failure instanceof CancellationException;
    if (stopped && deadline != null && deadline.hasPassed()) {
      settle(Outcome.FAILURE, new HttpTimeoutException("the time of the call was up"));
    } else {
      settle(rules.outcomes().ofException(failure), failure);
    }
  }

  @SuppressWarnings("NullAway") // Where there is a failure, there is a cause.
  private void settle(Outcome outcome, @Nullable Throwable cause) {
    switch (outcome) {
      case SUCCESS -> {
        if (permit != null) {
          permit.succeeded();
        }
        if (lease != null) {
          lease.succeeded();
        }
      }
      case FAILURE -> {
        if (permit != null) {
          permit.failed(cause);
        }
        if (lease != null) {
          lease.failed(cause);
        }
      }
      case IGNORED -> {
        if (permit != null) {
          permit.released();
        }
        if (lease != null) {
          lease.released();
        }
      }
    }
  }
}
