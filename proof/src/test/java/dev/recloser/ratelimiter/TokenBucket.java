package dev.recloser.ratelimiter;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A bucket of tokens for one thread that knows nothing but when permits were taken or will be: one more may be taken at an
 * instant if the bucket, filled drop by drop from the beginning, then never runs dry.
 */
public class TokenBucket {
  static final int INTERVAL = 10;
  static final int BURST = 2;
  static final int LONGEST_WAIT = 35;

  private final List<Long> taken = new ArrayList<>();
  private final @Nullable Long[] promised = new Long[3];
  private long now;

  public boolean take(int permits) {
    List<Long> more = new ArrayList<>(taken);
    for (int i = 0; i < permits; i++) {
      more.add(now);
    }
    boolean free = neverRunsDry(more);
    if (free) {
      taken.clear();
      taken.addAll(more);
    }
    return free;
  }

  public long reserve(int holder) {
    if (promised[holder] != null) {
      return -2;
    }
    long instant = earliest();
    if (instant - now > LONGEST_WAIT) {
      return -1;
    }
    taken.add(instant);
    promised[holder] = instant > now ? instant : null;
    return instant - now;
  }

  public void giveBack(int holder) {
    Long instant = promised[holder];
    promised[holder] = null;
    if (instant != null) {
      taken.remove(instant);
    }
  }

  public long untilFree() {
    return earliest() - now;
  }

  public void pass(long nanos) {
    now += nanos;
  }

  private long earliest() {
    for (long instant = now; ; instant++) {
      List<Long> more = new ArrayList<>(taken);
      more.add(instant);
      if (neverRunsDry(more)) {
        return instant;
      }
    }
  }

  private static boolean neverRunsDry(List<Long> instants) {
    long level = BURST * INTERVAL;
    long last = 0;
    for (long instant : instants.stream().sorted().toList()) {
      level = Math.min(BURST * INTERVAL, level + instant - last) - INTERVAL;
      last = instant;
      if (level < 0) {
        return false;
      }
    }
    return true;
  }
}
