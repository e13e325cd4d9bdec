package dev.recloser.bench.path;

import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Fails twice, then succeeds, and so on. Each thread counts for itself. */
@State(Scope.Thread)
public class ThirdTimeTask implements Work {
  String answer = "answer";
  int attempts;

  @Override
  public String get() {
    if (++attempts < 3) {
      throw Failure.INSTANCE;
    }
    attempts = 0;
    return answer;
  }
}
