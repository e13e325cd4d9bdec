package dev.recloser.proof.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.Call;
import dev.recloser.time.ManualTimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Whatever is passed to what is public: it is refused as documented, or it works. */
class BuilderFuzzTest {
  private static final Logger LOG = Logger.getLogger("dev.recloser");

  @BeforeAll
  static void silenceWhatCallbacksThrowOnPurpose() {
    LOG.setLevel(Level.OFF);
  }

  @AfterAll
  static void speakAgain() {
    LOG.setLevel(null);
  }

  @Test
  void whatIsAcceptedWorksAndWhatIsRefusedSaysWhy() throws Exception {
    Tally tally = new Tally();

    int rounds = Rounds.play((random, seed) -> round(random, seed, tally), tally::isComplete);

    System.out.println("figures: builders, " + rounds + " rounds, " + tally);
    if (!Rounds.isSingle()) {
      assertThat(tally.neverAccepted()).as("never accepted").isEmpty();
      assertThat(tally.neverRefused()).as("never refused").isEmpty();
      assertThat(tally.results()).as("results of guarded calls").isPositive();
      assertThat(tally.failures()).as("failures of guarded calls").isPositive();
      assertThat(tally.open()).as("guards that are open afterwards").isPositive();
    }
  }

  private static void round(Random random, long seed, Tally tally) {
    ManualTimeSource time = new ManualTimeSource();
    Making making = new Making(random, time, Members.at(seed), tally);
    Call outside = Call.current();
    for (int i = 0; i < 10; i++) {
      making.makeOne();
    }
    // A call that was drawn may have been entered, and its deadline would end all that follow.
    var unused = Call.enter(outside);
    List<Object> made = new ArrayList<>(making.made());
    Playing playing = new Playing(random, time, making, tally);
    made.forEach(playing::play);
  }
}
