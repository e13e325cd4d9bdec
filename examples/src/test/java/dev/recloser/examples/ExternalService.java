package dev.recloser.examples;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.Permit;
import java.util.Optional;

/** Document 002's service: it asks for leave, runs, and reports, all by hand. */
final class ExternalService {
  private final CircuitBreaker breaker;
  private final String script;
  private int requests;

  /** Creates a service whose n-th request fails where the n-th character of the script is an {@code F}. */
  ExternalService(CircuitBreaker breaker, String script) {
    this.breaker = breaker;
    this.script = script;
  }

  /** Returns the response, or the fallback's when the breaker refuses the request. */
  String performRequest() {
    Optional<Permit> permit = breaker.tryAcquire();
    return permit.isPresent() ? performRequest(permit.get()) : "Fallback response";
  }

  private String performRequest(Permit permit) {
    try {
      String response = respond();
      permit.succeeded();
      return response;
    } catch (IllegalStateException e) {
      permit.failed(e);
      throw e;
    }
  }

  private String respond() {
    if (script.charAt(requests++) == 'F') {
      throw new IllegalStateException("Service unavailable");
    }
    return "Response from external service";
  }

  /** Returns how many requests the breaker has let through. */
  int requests() {
    return requests;
  }
}
