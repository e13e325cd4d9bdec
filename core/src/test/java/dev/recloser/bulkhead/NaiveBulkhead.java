package dev.recloser.bulkhead;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What a bulkhead should do, written to be plainly right: one thread, lists, and a clock that is a number. */
final class NaiveBulkhead {
  enum Where {
    WAITING,
    RUNNING,
    ENDED,
    REFUSED,
    GIVEN_UP
  }

  /** A call, with what the test needs to drive the real one. */
  static final class Entry {
    final CompletableFuture<String> stage = new CompletableFuture<>();
    final boolean throwsAtOnce;
    final boolean stubborn;
    Where where = Where.WAITING;
    long expiresAt;
    long endsAt = Long.MAX_VALUE;
    boolean stageDone;
    int realStarts;

    @Nullable
    CompletableFuture<String> future;

    @Nullable
    BulkheadPermit permit;

    Entry(boolean throwsAtOnce, boolean stubborn) {
      this.throwsAtOnce = throwsAtOnce;
      this.stubborn = stubborn;
    }

    boolean over() {
      return where != Where.WAITING && where != Where.RUNNING;
    }
  }

  final List<Entry> all = new ArrayList<>();
  final List<Entry> line = new ArrayList<>();
  final long maxWait;
  int limit;
  int queue;
  int running;
  int refused;
  int givenUp;
  long now;

  NaiveBulkhead(int limit, int queue, long maxWait) {
    this.limit = limit;
    this.queue = queue;
    this.maxWait = maxWait;
  }

  void submit(Entry entry, boolean mayWait) {
    all.add(entry);
    if (line.isEmpty() && running < limit) {
      begin(entry);
    } else if (!mayWait || line.size() >= queue) {
      entry.where = Where.REFUSED;
      refused++;
    } else {
      entry.expiresAt = now + maxWait;
      line.add(entry);
    }
    admitFromLine();
  }

  private void begin(Entry entry) {
    entry.where = Where.RUNNING;
    running++;
    if (entry.throwsAtOnce || entry.stageDone) {
      end(entry);
    }
  }

  private void admitFromLine() {
    while (!line.isEmpty() && running < limit) {
      begin(line.remove(0));
    }
  }

  private void end(Entry entry) {
    entry.where = Where.ENDED;
    running--;
  }

  void stageEnds(Entry entry) {
    entry.stageDone = true;
    if (entry.where == Where.RUNNING) {
      end(entry);
      admitFromLine();
    }
  }

  void giveUp(Entry entry) {
    if (line.remove(entry)) {
      entry.where = Where.GIVEN_UP;
      givenUp++;
    } else if (entry.where == Where.RUNNING && !entry.stubborn) {
      stageEnds(entry);
    }
  }

  void resize(int newLimit, int newQueue) {
    limit = newLimit;
    queue = newQueue;
    admitFromLine();
  }

  /** Moves to the next thing that happens by itself, if there is one up to then; returns whether there was. */
  boolean step(long until) {
    Optional<Entry> next = all.stream()
        .filter(entry -> due(entry) <= until)
        .min(Comparator.comparingLong(NaiveBulkhead::due));
    next.ifPresent(entry -> {
      now = due(entry);
      if (entry.where == Where.WAITING && entry.expiresAt == now) {
        line.remove(entry);
        entry.where = Where.REFUSED;
        refused++;
      } else {
        entry.endsAt = Long.MAX_VALUE;
        stageEnds(entry);
      }
    });
    return next.isPresent();
  }

  private static long due(Entry entry) {
    return entry.where == Where.WAITING ? Math.min(entry.expiresAt, entry.endsAt) : entry.endsAt;
  }
}
