package dev.recloser.http;

import dev.recloser.RetryAfter;
import dev.recloser.retry.RetryJudge;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Says of one request whether it may be sent again, and when. */
final class Judge implements RetryJudge {
  private final Rules rules;
  private final HttpRequest request;

  Judge(Rules rules, HttpRequest request) {
    this.rules = rules;
    this.request = request;
  }

  @Override
  public Verdict ofResult(@Nullable Object result) {
    if (!rules.repeats().mayRepeat(request)) {
      return Verdict.ACCEPT;
    }
    boolean again = result instanceof HttpResponse<?> response
        && rules.repeats().statuses().test(response.statusCode());
    return again ? Verdict.RETRY : Verdict.AS_CONFIGURED;
  }

  @Override
  public Verdict ofFailure(Throwable failure) {
    return Repeats.isUnsent(failure) || rules.repeats().mayRepeat(request)
        ? Verdict.AS_CONFIGURED
        : Verdict.ACCEPT;
  }

  @Override
  public Optional<Duration> retryAfter(@Nullable Object evidence) {
    if (evidence instanceof HttpResponse<?> response) {
      return RetryAfterHeader.of(response, rules.time().wallTime());
    }
    return evidence instanceof RetryAfter hinting ? hinting.retryAfter() : Optional.empty();
  }
}
