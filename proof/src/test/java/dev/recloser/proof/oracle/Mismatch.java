package dev.recloser.proof.oracle;

import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * Where ours is at fault, by all that is known.
 *
 * @param text what is wrong, for people to read
 * @param step the number of the step after which it shows
 */
record Mismatch(String text, int step) {

  /** Two breakers that do not stand as they should. */
  static Mismatch of(String fault, int step, Situation<?> situation) {
    Situation.Facts facts = situation.facts();
    return new Mismatch(
        fault + ", after step " + step + ", " + situation.step() + ", at " + situation.end()
            + " ns\n  before " + situation.before() + "\n  ours   " + situation.ours()
            + "\n  theirs " + situation.theirs() + "\n  known  stale=" + facts.stale()
            + " overdue=" + facts.overdue() + " openings=" + facts.openings(),
        step);
  }

  /** A step that throws, on either breaker, or one after which ours says what it does not do. */
  static Mismatch thrown(Throwable thrown, int number, Step step) {
    StringWriter trace = new StringWriter();
    thrown.printStackTrace(new PrintWriter(trace, true));
    return new Mismatch("in step " + number + ", " + step + ": " + trace, number);
  }

  @Override
  public String toString() {
    return text;
  }
}
