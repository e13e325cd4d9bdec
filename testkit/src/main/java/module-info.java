import org.jspecify.annotations.NullMarked;

/** What to test resilience with: scripted tasks, traces, injected faults, assertions. */
@NullMarked
module dev.recloser.testkit {
  requires static org.jspecify;
  requires transitive dev.recloser.core;

  exports dev.recloser.testkit;
}
