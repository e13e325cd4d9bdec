package dev.recloser.bench.path;

import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Reads a field: the least that a call can do, and nothing that a compiler can foresee. */
@State(Scope.Benchmark)
public class Task implements Work {
  String answer = "answer";

  @Override
  public String get() {
    return answer;
  }
}
