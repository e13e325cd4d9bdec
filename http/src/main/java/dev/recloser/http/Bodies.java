package dev.recloser.http;

import java.net.http.HttpResponse;
import java.util.concurrent.Flow;

/** Gives up responses that nobody will read, so that their connections are not held. */
final class Bodies {
  private Bodies() {}

  /** Closes a body that is open, or cancels one that is published; any other has been read already. */
  static void discard(HttpResponse<?> response) {
    try {
      Object body = response.body();
      if (body instanceof AutoCloseable open) {
        open.close();
      } else if (body instanceof Flow.Publisher<?> publisher) {
        publisher.subscribe(new Cancelling<>());
      }
    } catch (Exception fault) {
      Log.warn("a body that nobody reads could not be closed", fault);
    }
  }

  /** Wants nothing. */
  private static final class Cancelling<T> implements Flow.Subscriber<T> {
    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.cancel();
    }

    @Override
    public void onNext(T item) {}

    @Override
    public void onError(Throwable throwable) {}

    @Override
    public void onComplete() {}
  }
}
