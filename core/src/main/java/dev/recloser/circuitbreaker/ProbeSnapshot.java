package dev.recloser.circuitbreaker;

/**
 * How the probes of a half-open breaker stood at one moment.
 *
 * @param running how many hold a slot
 * @param free how many more would be let through now
 * @param ended how many have ended and count
 * @param failed how many of those failed, or did not report before their lease was reclaimed
 * @param slow how many of those were slow, by the slow-call rule that counted most
 */
public record ProbeSnapshot(int running, int free, int ended, int failed, int slow) {

  static ProbeSnapshot of(ProbeLedger ledger) {
    int slow = ledger.bad().stream().skip(1).mapToInt(Integer::intValue).max().orElse(0);
    return new ProbeSnapshot(
        ledger.running().size(),
        ledger.freeSlots(),
        ledger.settled(),
        ledger.bad().get(0),
        slow);
  }

  @Override
  public String toString() {
    return failed + " failed" + (slow > 0 ? " and " + slow + " slow" : "") + " of " + ended
        + " probes";
  }
}
