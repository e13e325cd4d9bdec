package dev.recloser.proof.oracle;

/** One step of a trace. Prints itself as the source that makes it. */
sealed interface Step {

  /** Asks for leave to make a call, which ends in a later step. */
  record Acquire(int id) implements Step {
    @Override
    public String toString() {
      return "acquire(" + id + ")";
    }
  }

  /** Ends a call, if it was let through and has not ended. */
  record End(int id, Ending ending) implements Step {
    @Override
    public String toString() {
      return "end(" + id + ", " + ending + ")";
    }
  }

  /** Makes a call that takes so many ticks. */
  record Call(Ending ending, int ticks) implements Step {
    @Override
    public String toString() {
      return "call(" + ending + ", " + ticks + ")";
    }
  }

  /** Lets time pass. */
  record Advance(int ticks) implements Step {
    @Override
    public String toString() {
      return "advance(" + ticks + ")";
    }
  }

  /** Moves the breaker by hand; a trip lasts so many ticks. */
  record Move(Hand hand, int ticks) implements Step {
    @Override
    public String toString() {
      return "move(" + hand + ", " + ticks + ")";
    }
  }

  static Step acquire(int id) {
    return new Acquire(id);
  }

  static Step end(int id, Ending ending) {
    return new End(id, ending);
  }

  static Step call(Ending ending, int ticks) {
    return new Call(ending, ticks);
  }

  static Step advance(int ticks) {
    return new Advance(ticks);
  }

  static Step move(Hand hand, int ticks) {
    return new Move(hand, ticks);
  }
}
