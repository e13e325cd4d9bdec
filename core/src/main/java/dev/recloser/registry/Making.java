package dev.recloser.registry;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The making of one policy: one thread makes it, others wait for it. */
final class Making {

  /*
   * What makes a policy is the user's code, and may ask for other policies; two threads may so come to wait for each
   * other. Whoever is about to wait first says for what, and then follows the chain: the thread that makes it, what that
   * thread waits for, and so on. Of the threads that close a circle the last one to say so sees the whole of it, and
   * throws instead of waiting; what it was making then fails, and the others go on.
   */

  private static final ConcurrentHashMap<Thread, Making> WAITING = new ConcurrentHashMap<>();

  private final Thread maker = Thread.currentThread();
  private final CompletableFuture<@Nullable Void> done = new CompletableFuture<>();

  void end() {
    done.complete(null);
  }

  /**
   * Waits until the making has ended, well or not.
   *
   * @throws IllegalStateException if that cannot come to pass while this thread waits
   */
  void await(Object what) {
    Thread self = Thread.currentThread();
    WAITING.put(self, this);
    try {
      if (waitsFor(self)) {
        throw new IllegalStateException(what + " is asked for by what makes it");
      }
      var unused = done.join();
    } finally {
      WAITING.remove(self);
    }
  }

  /** A link counts only if it still holds once all further ones have been found. */
  private boolean waitsFor(Thread thread) {
    if (maker == thread) {
      return !done.isDone();
    }
    Making next = WAITING.get(maker);
    return next != null && next != this && next.waitsFor(thread) && !done.isDone();
  }
}
