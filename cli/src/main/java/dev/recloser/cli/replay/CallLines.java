package dev.recloser.cli.replay;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Writes a line a call, as soon as the call has ended or was rejected. */
final class CallLines implements CallListener {
  private static final int TIME_WIDTH = 5;
  private static final int OUTCOME_WIDTH = 36;

  private final Appendable out;
  private final StringBuilder line = new StringBuilder();

  CallLines(Appendable out) {
    this.out = out;
  }

  @Override
  public void decided(Decision decision) {
    line.setLength(0);
    String millis = Long.toString(decision.startNanos() / 1_000_000);
    line.append("t=");
    pad(TIME_WIDTH - millis.length());
    line.append(millis).append("ms  ");
    String word = word(decision);
    line.append(word);
    pad(OUTCOME_WIDTH - word.length());
    line.append(" state=").append(decision.state()).append('\n');
    try {
      out.append(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String word(Decision decision) {
    if (!decision.letThrough()) {
      return "REJECTED";
    }
    return switch (decision.outcome()) {
      case OK -> "OK";
      case FAIL -> "FAILED";
      case IGNORED -> "IGNORED";
    };
  }

  private void pad(int count) {
    for (int i = 0; i < count; i++) {
      line.append(' ');
    }
  }
}
