package dev.recloser;

import dev.recloser.time.VirtualThreads;
import java.util.concurrent.Executor;

/** What runs the callers of a soak. */
final class SoakThreads {
  private SoakThreads() {}

  /** Returns what runs each task on a platform thread of its own. */
  static Executor platform() {
    return task -> {
      Thread thread = new Thread(task, "soak");
      thread.setDaemon(true);
      thread.start();
    };
  }

  /** Returns what runs each task on a virtual thread of its own. */
  static Executor virtual() {
    return VirtualThreads.executor()
        .orElseThrow(() -> new IllegalStateException("this JDK has no virtual threads"));
  }
}
