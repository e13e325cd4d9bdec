package dev.recloser.http;

import dev.recloser.Call;
import dev.recloser.Deadline;
import dev.recloser.circuitbreaker.Permit;
import java.net.URI;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** The leave for one attempt: from whom it was had is told how that ended, once. */
final class Leave {
  private final Rules rules;
  private final @Nullable Permit permit;
  private final @Nullable Deadline deadline = Call.current().deadline().orElse(null);

  private Leave(Rules rules, @Nullable Permit permit) {
    this.rules = rules;
    this.permit = permit;
  }

  /** Asks for leave to send to a target; throws if it is refused. */
  static Leave ask(Rules rules, URI target) {
    return new Leave(
        rules, rules.breakers() == null ? null : rules.breakers().apply(target).acquire());
  }

  /** Tells of an answer. */
  void answered(HttpResponse<?> response) {
    if (permit == null) {
      return;
    }
    switch (rules.outcomes().ofStatus(response.statusCode())) {
      case SUCCESS -> permit.succeeded();
      case FAILURE ->
        permit.failed(new HttpStatusException(
            response.statusCode(),
            RetryAfterHeader.of(response, rules.time().wallTime()).orElse(null)));
      case IGNORED -> permit.released();
    }
  }

  /** Tells of a failure, without the wrappers of futures. */
  void failed(Throwable failure) {
    if (permit == null) {
      return;
    }
    if (failure instanceof InterruptedException) {
      // The breaker knows a caller that was interrupted from one whose time was up.
      permit.failed(failure);
    } else if (failure instanceof CancellationException
        && deadline != null
        && deadline.hasPassed()) {
      permit.failed(new HttpTimeoutException("the call's time was up"));
    } else {
      switch (rules.outcomes().ofException(failure)) {
        case SUCCESS -> permit.succeeded();
        case FAILURE -> permit.failed(failure);
        case IGNORED -> permit.released();
      }
    }
  }
}
