package dev.recloser.proof.lincheck;

import org.jspecify.annotations.Nullable;

/** A breaker for one thread: failures in a row trip it, one good probe closes it. */
public class PlainBreaker {
  static final int FAILURES = 2;

  private enum State {
    CLOSED,
    OPEN,
    HALF_OPEN,
    FORCED_OPEN
  }

  /** In which stay in which state a call was admitted. */
  private record Stay(int number) {}

  private final @Nullable Stay[] admitted = new Stay[3];
  private State state = State.CLOSED;
  private Stay stay = new Stay(0);
  private int run;
  private int cooldownsLeft;
  private boolean probing;
  private int failures;
  private int rejections;
  private int ignored;

  public String acquire(int holder) {
    if (admitted[holder] != null) {
      return "holds one";
    }
    if (state == State.OPEN && cooldownsLeft == 0) {
      enter(State.HALF_OPEN);
    }
    boolean passes = state == State.CLOSED || (state == State.HALF_OPEN && !probing);
    probing |= passes && state == State.HALF_OPEN;
    admitted[holder] = passes ? stay : null;
    rejections += passes ? 0 : 1;
    return passes ? "admitted" : "refused";
  }

  public void succeed(int holder) {
    if (end(holder)) {
      run = 0;
      if (state == State.HALF_OPEN) {
        enter(State.CLOSED);
      }
    }
  }

  public void fail(int holder) {
    failures += admitted[holder] == null ? 0 : 1;
    if (end(holder)) {
      run++;
      if (state == State.HALF_OPEN || run == FAILURES) {
        enter(State.OPEN);
        cooldownsLeft = 1;
      }
    }
  }

  public void release(int holder) {
    ignored += admitted[holder] == null ? 0 : 1;
    if (end(holder)) {
      probing = false;
    }
  }

  public void reset() {
    enter(State.CLOSED);
  }

  public void forceOpen() {
    enter(State.FORCED_OPEN);
  }

  public String state() {
    return state.toString();
  }

  public void waitForTheCooldown() {
    cooldownsLeft = 0;
  }

  public String counts() {
    return failures + " failures, " + rejections + " rejections, " + ignored + " ignored";
  }

  /** Returns whether the call ends in the stay that it was admitted in. */
  private boolean end(int holder) {
    boolean counts = stay.equals(admitted[holder]);
    admitted[holder] = null;
    return counts;
  }

  private void enter(State next) {
    state = next;
    stay = new Stay(stay.number() + 1);
    run = 0;
    probing = false;
  }
}
