package dev.recloser.bench.path;

import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Fails at even distances. Each thread counts for itself, so no counter is shared. */
@State(Scope.Thread)
public class FailingTask implements Work {
  @Param({"1", "10"})
  int failurePercent;

  String answer = "answer";
  int every;
  int calls;

  @Setup
  public void spread() {
    every = 100 / failurePercent;
  }

  @Override
  public String get() {
    if (++calls >= every) {
      calls = 0;
      throw Failure.INSTANCE;
    }
    return answer;
  }
}
