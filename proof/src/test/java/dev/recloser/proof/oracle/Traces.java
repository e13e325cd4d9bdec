package dev.recloser.proof.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Makes random traces. */
final class Traces {
  private final Setup setup;
  private final RandomGenerator random;
  private final List<Step> steps = new ArrayList<>();

  /** Calls that have been asked for and not ended. */
  private final List<Integer> open = new ArrayList<>();

  private final int overlap;
  private final boolean byHand;
  private final int badPercent;
  private int nextId = 1;

  private Traces(Setup setup, RandomGenerator random) {
    this.setup = setup;
    this.random = random;
    this.overlap = random.nextInt(6);
    this.byHand = random.nextBoolean();
    this.badPercent = 20 + random.nextInt(60);
  }

  static List<Step> random(Setup setup, RandomGenerator random, int length) {
    Traces traces = new Traces(setup, random);
    while (traces.steps.size() < length) {
      traces.add();
    }
    return traces.steps;
  }

  private void add() {
    int dice = random.nextInt(100);
    if (dice < 20) {
      steps.add(Step.advance(ticks()));
    } else if (dice < 23 && byHand) {
      Hand hand = setup.hands().get(random.nextInt(setup.hands().size()));
      steps.add(Step.move(random.nextBoolean() ? Hand.RESET : hand, 1 + random.nextInt(8)));
    } else if (dice < 50 || overlap == 0) {
      steps.add(Step.call(callEnding(), random.nextInt(4) == 0 ? random.nextInt(4) : 0));
    } else if (open.size() < overlap && random.nextBoolean()) {
      open.add(nextId);
      steps.add(Step.acquire(nextId++));
    } else if (!open.isEmpty()) {
      steps.add(Step.end(open.remove(random.nextInt(open.size())), ending()));
    }
  }

  private int ticks() {
    return switch (random.nextInt(10)) {
      case 0 -> 5;
      case 1 -> 1 + random.nextInt(30);
      default -> 1 + random.nextInt(3);
    };
  }

  private Ending callEnding() {
    Ending ending = ending();
    return ending == Ending.RELEASED ? Ending.SUCCESS : ending;
  }

  private Ending ending() {
    if (random.nextInt(100) >= badPercent) {
      return Ending.SUCCESS;
    }
    if (random.nextBoolean()) {
      return Ending.RECORDED;
    }
    return setup.endings().get(random.nextInt(setup.endings().size()));
  }
}
