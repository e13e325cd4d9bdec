package dev.recloser.registry;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/** A policy of a registry that is used, and dropped. The last result: is it there to be used. */
public final class SlotStress {

  private SlotStress() {}

  private static Slot<String, String> live() {
    Slot<String, String> slot = new Slot<>("key", null, 0);
    slot.made("policy");
    slot.open(0);
    return slot;
  }

  /** It is used at the moment at which it is to go, since it has not been used. Results: used, dropped. */
  @JCStressTest
  @Outcome(
      id = {"true, false, true", "false, true, false"},
      expect = ACCEPTABLE,
      desc = "used or dropped")
  @Outcome(
      id = "true, true, .*",
      expect = FORBIDDEN,
      desc = "a policy in use was dropped: its state is lost")
  @Outcome(
      id = "false, false, .*",
      expect = FORBIDDEN,
      desc = "it was neither: the caller gets none")
  @Outcome(expect = FORBIDDEN, desc = "what was dropped is found, or the other way round")
  @State
  public static class UseMeetsEviction {
    private final Slot<String, String> slot = live();

    @Actor
    public void use(ZZZ_Result r) {
      r.r1 = slot.touch(10, 1);
    }

    @Actor
    public void evict(ZZZ_Result r) {
      r.r2 = slot.end(0);
    }

    @Arbiter
    public void atRest(ZZZ_Result r) {
      r.r3 = slot.isLive();
    }
  }

  /** Two want to drop it. */
  @JCStressTest
  @Outcome(
      id = {"true, false, false", "false, true, false"},
      expect = ACCEPTABLE,
      desc = "one does")
  @Outcome(
      id = "true, true, .*",
      expect = FORBIDDEN,
      desc = "its place in the room is given back twice")
  @Outcome(expect = FORBIDDEN, desc = "nobody drops it: its place is lost")
  @State
  public static class TwoEvictions {
    private final Slot<String, String> slot = live();

    @Actor
    public void evict1(ZZZ_Result r) {
      r.r1 = slot.end(0);
    }

    @Actor
    public void evict2(ZZZ_Result r) {
      r.r2 = slot.end(0);
    }

    @Arbiter
    public void atRest(ZZZ_Result r) {
      r.r3 = slot.isLive();
    }
  }

  /** It is opened while somebody looks for it. Results: found, made if found, found afterwards. */
  @JCStressTest
  @Outcome(
      id = {"false, false, true", "true, true, true"},
      expect = ACCEPTABLE,
      desc = "found once it is made")
  @Outcome(
      id = "true, false, .*",
      expect = FORBIDDEN,
      desc = "a policy is found that is not made yet")
  @Outcome(expect = FORBIDDEN, desc = "a policy that was made is not found")
  @State
  public static class OpeningMeetsSearch {
    private final Slot<String, String> slot = new Slot<>("key", null, 0);

    @Actor
    public void open() {
      slot.made("policy");
      slot.open(0);
    }

    @Actor
    public void search(ZZZ_Result r) {
      r.r1 = slot.isLive();
      r.r2 = r.r1 && "policy".equals(slot.policy());
    }

    @Arbiter
    public void atRest(ZZZ_Result r) {
      r.r3 = slot.isLive();
    }
  }
}
