package dev.recloser.http;

import dev.recloser.Call;
import dev.recloser.Deadline;
import dev.recloser.Outcome;
import dev.recloser.circuitbreaker.CircuitOpenException;
import dev.recloser.circuitbreaker.Permit;
import dev.recloser.endpoint.EndpointPool.Lease;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** The leave for one attempt: from whom it was had is told how that ended, once. */
final class Leave<Q, R> {
  private final Rules<Q, R> rules;
  private final Q asked;
  private final @Nullable URI target;
  private final @Nullable Lease<URI> lease;
  private final @Nullable Permit permit;
  private volatile boolean begun;
  private final @Nullable Deadline deadline = Call.current().deadline().orElse(null);

  private Leave(
      Rules<Q, R> rules,
      Q asked,
      @Nullable URI target,
      @Nullable Lease<URI> lease,
      @Nullable Permit permit) {
    this.rules = rules;
    this.asked = asked;
    this.target = target;
    this.lease = lease;
    this.permit = permit;
  }

  /**
   * Asks for leave to send a request; throws if it is refused. An endpoint whose breaker refuses is not the last word
   * while there are others.
   *
   * @param tried the endpoints that the call has tried, of which there is then one more
   */
  static <Q, R> Leave<Q, R> ask(Rules<Q, R> rules, Q asked, Set<URI> tried) {
    if (rules.endpoints() == null) {
      return new Leave<>(rules, asked, null, null, permit(rules, rules.dialect().uri(asked)));
    }
    Set<URI> avoided = new HashSet<>(tried);
    Set<URI> refused = new HashSet<>();
    while (true) {
      Lease<URI> lease = rules.endpoints().acquire(avoided);
      try {
        Leave<Q, R> leave = ask(rules, asked, lease);
        tried.add(lease.endpoint());
        return leave;
      } catch (CircuitOpenException refusal) {
        lease.released();
        if (!refused.add(lease.endpoint())) {
          if (avoided.size() == refused.size()) {
            throw refusal;
          }
          avoided.retainAll(refused); // Rather one that was tried than none.
        }
        avoided.add(lease.endpoint());
      } catch (Throwable fault) {
        lease.released();
        throw fault;
      }
    }
  }

  private static <Q, R> Leave<Q, R> ask(Rules<Q, R> rules, Q asked, Lease<URI> lease) {
    URI target = Targets.at(lease.endpoint(), rules.dialect().uri(asked));
    return new Leave<>(rules, asked, target, lease, permit(rules, target));
  }

  private static @Nullable Permit permit(Rules<?, ?> rules, URI target) {
    return rules.breakers() == null ? null : rules.breakers().apply(target).acquire();
  }

  /**
   * Returns what to send now, with the marks as they are: after all waits, and by the deadline of the attempt. Whatever ends
   * the attempt before has nothing to do with the server.
   */
  Q request() {
    begun = true;
    if (lease != null && rules.limits() != null) {
      lease.restart();
    }
    return rules.marks().on(rules.dialect(), asked, target);
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
    if (stopped && begun && deadline != null && deadline.hasPassed()) {
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
          if (!begun) {
            lease.restart(); // What it has taken so far was not the endpoint's.
          }
          lease.released();
        }
      }
    }
  }
}
