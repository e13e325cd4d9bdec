package dev.recloser.bench.path;

import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** How many calls a count window holds. */
@State(Scope.Benchmark)
public class Window {
  @Param({"10", "100", "1000"})
  int calls;
}
