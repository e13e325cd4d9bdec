package dev.recloser.classify;

import static dev.recloser.classify.ThrowableRules.Verdict.IN;
import static dev.recloser.classify.ThrowableRules.Verdict.OUT;
import static dev.recloser.classify.ThrowableRules.Verdict.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class ThrowableRulesTest {
  @Test
  void noRulesSayNothing() {
    assertThat(ThrowableRules.NONE.byType(new IOException())).isEqualTo(UNKNOWN);
    assertThat(ThrowableRules.NONE.byPredicate(new IOException())).isEqualTo(UNKNOWN);
    assertThat(ThrowableRules.NONE.nameWhatIsIn()).isFalse();
  }

  @Test
  void aTypeMatchesItsSubtypes() {
    ThrowableRules rules = in(ThrowableRules.NONE, IOException.class);

    assertThat(rules.byType(new FileNotFoundException())).isEqualTo(IN);
    assertThat(rules.byType(new IOException())).isEqualTo(IN);
    assertThat(rules.byType(new Exception())).isEqualTo(UNKNOWN);
    assertThat(rules.nameWhatIsIn()).isTrue();
  }

  @Test
  void theMoreSpecificTypeWinsWhicheverSideItIsOn() {
    ThrowableRules inside =
        in(out(ThrowableRules.NONE, IOException.class), FileNotFoundException.class);
    ThrowableRules outside =
        out(in(ThrowableRules.NONE, IOException.class), FileNotFoundException.class);

    assertThat(inside.byType(new FileNotFoundException())).isEqualTo(IN);
    assertThat(inside.byType(new IOException())).isEqualTo(OUT);
    assertThat(outside.byType(new FileNotFoundException())).isEqualTo(OUT);
    assertThat(outside.byType(new IOException())).isEqualTo(IN);
  }

  @Test
  void outWinsATie() {
    ThrowableRules rules = in(out(ThrowableRules.NONE, IOException.class), IOException.class);

    assertThat(rules.byType(new IOException())).isEqualTo(OUT);
    assertThat(rules.byType(new FileNotFoundException())).isEqualTo(OUT);
  }

  @Test
  void predicatesForOutAreAskedBeforeThoseForIn() {
    ThrowableRules rules = ThrowableRules.NONE
        .in("in", failure -> true)
        .out("out", failure -> failure instanceof IOException);

    assertThat(rules.byPredicate(new IOException())).isEqualTo(OUT);
    assertThat(rules.byPredicate(new Exception())).isEqualTo(IN);
    assertThat(rules.byType(new IOException())).isEqualTo(UNKNOWN);
    assertThat(rules.nameWhatIsIn()).isTrue();
  }

  @Test
  void typesAloneAskNoPredicate() {
    ThrowableRules rules = in(
        ThrowableRules.NONE
            .in("in", ThrowableRulesTest::neverAsked)
            .out("out", ThrowableRulesTest::neverAsked),
        IOException.class);

    assertThat(rules.byType(new IOException())).isEqualTo(IN);
    assertThat(rules.byType(new Exception())).isEqualTo(UNKNOWN);
  }

  @Test
  void onlyWhatIsOutNamesNothingThatIsIn() {
    assertThat(out(ThrowableRules.NONE, IOException.class).nameWhatIsIn()).isFalse();
    assertThat(ThrowableRules.NONE.out("out", failure -> true).nameWhatIsIn()).isFalse();
  }

  @Test
  void addingRulesLeavesTheOldOnesAlone() {
    ThrowableRules before = in(ThrowableRules.NONE, IOException.class);
    ThrowableRules after = out(before, FileNotFoundException.class);

    assertThat(before.byType(new FileNotFoundException())).isEqualTo(IN);
    assertThat(after).isNotEqualTo(before);
    assertThat(in(ThrowableRules.NONE, IOException.class)).isEqualTo(before);
  }

  /** Types of throwables form a line from each class up, so the nearest named ancestor is the one that counts. */
  @Test
  void agreesWithAWalkUpTheClassesOverRandomRules() {
    Class<?>[] line = {
      Throwable.class, Exception.class, IOException.class, FileNotFoundException.class
    };
    Throwable[] samples = {
      new Throwable(), new Exception(), new IOException(), new FileNotFoundException()
    };
    Random random = new Random(5);
    for (int round = 0; round < 2_000; round++) {
      ThrowableRules rules = ThrowableRules.NONE;
      for (int i = random.nextInt(6); i > 0; i--) {
        Class<? extends Throwable> type =
            line[random.nextInt(line.length)].asSubclass(Throwable.class);
        rules = random.nextBoolean() ? in(rules, type) : out(rules, type);
      }
      for (Throwable sample : samples) {
        assertThat(rules.byType(sample))
            .as("%s of %s", sample, rules)
            .isEqualTo(nearest(rules, sample));
      }
    }
  }

  private static ThrowableRules.Verdict nearest(ThrowableRules rules, Throwable failure) {
    for (Class<?> type = failure.getClass(); type != Object.class; type = type.getSuperclass()) {
      if (rules.typesOut().contains(type)) {
        return OUT;
      }
      if (rules.typesIn().contains(type)) {
        return IN;
      }
    }
    return UNKNOWN;
  }

  @Test
  @SuppressWarnings("NullAway") // That is what is tested.
  void refusesNullsByTheNameOfTheSetting() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> in(ThrowableRules.NONE, (Class<? extends Throwable>) null))
        .withMessage("in must not be null, but was null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ThrowableRules.NONE.out("abortOn", (Predicate<Throwable>) null))
        .withMessage("abortOn must not be null, but was null");
  }

  private static boolean neverAsked(Throwable failure) {
    throw new AssertionError("asked", failure);
  }

  @SafeVarargs
  @SuppressWarnings("varargs") // The array is only read.
  private static ThrowableRules in(ThrowableRules rules, Class<? extends Throwable>... types) {
    return rules.in("in", types);
  }

  @SafeVarargs
  @SuppressWarnings("varargs") // The array is only read.
  private static ThrowableRules out(ThrowableRules rules, Class<? extends Throwable>... types) {
    return rules.out("out", types);
  }
}
