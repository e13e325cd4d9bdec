package dev.recloser.http;

import dev.recloser.RetryAfter;
import dev.recloser.retry.RetryJudge;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Says of one request whether it may be sent again, and when. */
final class Judge<Q, R> implements RetryJudge {
  private static final int UNAVAILABLE = 503;

  private final Rules<Q, R> rules;
  private final Q request;
  private final Set<URI> tried;

  Judge(Rules<Q, R> rules, Q request, Set<URI> tried) {
    this.rules = rules;
    this.request = request;
    this.tried = tried;
  }

  @Override
  public Verdict ofResult(@Nullable Object result) {
    if (!mayRepeat()) {
      return Verdict.ACCEPT;
    }
    boolean again =
        result != null && rules.repeats().statuses().test(rules.dialect().status(response(result)));
    return again ? Verdict.RETRY : Verdict.AS_CONFIGURED;
  }

  @Override
  public Verdict ofFailure(Throwable failure) {
    return Repeats.isUnsent(rules.dialect(), failure) || mayRepeat()
        ? Verdict.AS_CONFIGURED
        : Verdict.ACCEPT;
  }

  @Override
  public Optional<Duration> retryAfter(@Nullable Object evidence) {
    if (evidence == null || evidence instanceof Throwable) {
      return evidence instanceof RetryAfter hinting ? hinting.retryAfter() : Optional.empty();
    }
    R response = response(evidence);
    return rules.dialect().status(response) == UNAVAILABLE && hasAnotherEndpoint()
        ? Optional.empty()
        : RetryAfterHeader.of(rules.dialect(), response, rules.time().wallTime());
  }

  /** An endpoint that is busy says nothing of the others; a limit on the caller may hold for all. */
  private boolean hasAnotherEndpoint() {
    return rules.endpoints() != null && rules.endpoints().hasOther(tried);
  }

  private boolean mayRepeat() {
    return rules.repeats().mayRepeat(rules.dialect(), request);
  }

  @SuppressWarnings("unchecked") // The retry asks about what the attempts have brought.
  private R response(Object result) {
    return (R) result;
  }
}
