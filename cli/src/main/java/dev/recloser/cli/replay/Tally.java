package dev.recloser.cli.replay;

/** Counts what became of the calls. */
final class Tally implements CallListener {
  private final Counts letThrough = new Counts();
  private final Counts rejected = new Counts();

  @Override
  public void decided(Decision decision) {
    (decision.letThrough() ? letThrough : rejected).add(decision.outcome());
  }

  long calls() {
    return letThrough() + rejected();
  }

  long letThrough() {
    return letThrough.sum();
  }

  long rejected() {
    return rejected.sum();
  }

  long failuresLetThrough() {
    return letThrough.failed;
  }

  long failuresAvoided() {
    return rejected.failed;
  }

  long failures() {
    return letThrough.failed + rejected.failed;
  }

  long goodRejected() {
    return rejected.ok;
  }

  long good() {
    return letThrough.ok + rejected.ok;
  }

  private static final class Counts {
    private long ok;
    private long failed;
    private long ignored;

    void add(RecordedOutcome outcome) {
      switch (outcome) {
        case OK -> ok++;
        case FAIL -> failed++;
        case IGNORED -> ignored++;
      }
    }

    long sum() {
      return ok + failed + ignored;
    }
  }
}
