package dev.recloser.bench.goal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.bench.Sample;
import dev.recloser.bench.goal.Target.Kind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VerdictTest {

  @Test
  void atMostHoldsUpToItsLimit() {
    assertThat(judge(Kind.AT_MOST, 10, new Sample().row("P", "ours", 1, 10, 0))).contains(true);
    assertThat(judge(Kind.AT_MOST, 10, new Sample().row("P", "ours", 1, 10.1, 0)))
        .contains(false);
  }

  @Test
  void atMostOverAllowsTheLimitOnTopOfTheOthers() {
    assertThat(judge(Kind.AT_MOST_OVER, 2, pair(3, 1))).contains(true);
    assertThat(judge(Kind.AT_MOST_OVER, 2, pair(3.1, 1))).contains(false);
    assertThat(judge(Kind.AT_MOST_OVER, 2, pair(1, 3))).contains(true);
  }

  @Test
  void timesComparesWithTheFastestOfTheOthers() {
    Target target = target(Kind.TIMES, 30, 1, List.of("slow", "fast"));
    Sample sample = new Sample()
        .row("P", "ours", 1, 2, 0)
        .row("P", "slow", 1, 600, 0)
        .row("P", "fast", 1, 60, 0);
    assertThat(Verdict.of(target, sample.result()).holds()).contains(true);
    assertThat(Verdict.of(target(Kind.TIMES, 31, 1, List.of("slow", "fast")), sample.result())
            .holds())
        .contains(false);
  }

  @Test
  void theSameRatioIsThatOfManyThreadsToThatOfOne() {
    Target target = target(Kind.SAME_RATIO, 1.25, 2, List.of("theirs"));
    Sample same = pair(2, 1).row("P", "ours", 2, 5, 0).row("P", "theirs", 2, 2, 0);
    Sample worse = pair(2, 1).row("P", "ours", 2, 5.2, 0).row("P", "theirs", 2, 2, 0);
    assertThat(Verdict.of(target, same.result()).holds()).contains(true);
    assertThat(Verdict.of(target, worse.result()).holds()).contains(false);
  }

  @Test
  void aByteIsAllocatedButTheNoiseOfTheJvmIsNot() {
    assertThat(judge(Kind.BYTES, 0, new Sample().row("P", "ours", 1, 1, 0.07))).contains(true);
    assertThat(judge(Kind.BYTES, 0, new Sample().row("P", "ours", 1, 1, 0.24))).contains(false);
  }

  @Test
  void retainedBytesAreJudgedAloneAndBesideThePeers() {
    Sample sample = new Sample().retained("ours", 400).retained("theirs", 3200);
    assertThat(judge(Kind.RETAINED, 400, List.of(), sample)).contains(true);
    assertThat(judge(Kind.RETAINED, 399, List.of(), sample)).contains(false);
    assertThat(judge(Kind.RETAINED_TIMES, 8, sample)).contains(true);
    assertThat(judge(Kind.RETAINED_TIMES, 8.1, sample)).contains(false);
  }

  @Test
  void whatWasNotMeasuredIsNotJudged() {
    for (Kind kind : Kind.values()) {
      Verdict verdict = Verdict.of(target(kind, 1, 2, List.of("theirs")), new Sample().result());
      assertThat(verdict.holds()).as(kind.name()).isEmpty();
      assertThat(verdict.ours()).isEqualTo("not measured");
    }
  }

  private static Sample pair(double ours, double theirs) {
    return new Sample().row("P", "ours", 1, ours, 0).row("P", "theirs", 1, theirs, 0);
  }

  private static Optional<Boolean> judge(Kind kind, double limit, Sample sample) {
    return judge(kind, limit, List.of("theirs"), sample);
  }

  private static Optional<Boolean> judge(
      Kind kind, double limit, List<String> against, Sample sample) {
    return Verdict.of(target(kind, limit, 1, against), sample.result()).holds();
  }

  private static Target target(Kind kind, double limit, int threads, List<String> against) {
    return new Target(
        "id", "row", "asks", kind, "P", Map.of(), threads, "ours", against, limit, List.of());
  }
}
