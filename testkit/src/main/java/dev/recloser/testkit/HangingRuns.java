package dev.recloser.testkit;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The runs of a script that wait to be told how to end, the oldest first. */
final class HangingRuns<T extends @Nullable Object> {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition added = lock.newCondition();

  // Guarded by lock.
  private final ArrayDeque<CompletableFuture<T>> runs = new ArrayDeque<>();

  void add(CompletableFuture<T> run) {
    lock.lock();
    try {
      runs.add(run);
      added.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void remove(CompletableFuture<T> run) {
    lock.lock();
    try {
      runs.removeIf(other -> other == run);
    } finally {
      lock.unlock();
    }
  }

  /** Takes the oldest, to be ended outside the lock. */
  @Nullable
  CompletableFuture<T> poll() {
    lock.lock();
    try {
      return runs.poll();
    } finally {
      lock.unlock();
    }
  }

  List<CompletableFuture<T>> takeAll() {
    lock.lock();
    try {
      List<CompletableFuture<T>> all = List.copyOf(runs);
      runs.clear();
      return all;
    } finally {
      lock.unlock();
    }
  }

  int size() {
    lock.lock();
    try {
      return runs.size();
    } finally {
      lock.unlock();
    }
  }

  void await(int count) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (runs.size() < count) {
        added.await();
      }
    } finally {
      lock.unlock();
    }
  }
}
