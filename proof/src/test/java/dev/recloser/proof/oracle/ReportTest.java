package dev.recloser.proof.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What the oracle tells where a step throws. */
class ReportTest {

  @Test
  void aStepThatThrowsIsToldWithItsSeedAndAShrunkTrace() {
    Oracle<Setup> oracle = new Oracle<>("broken", ReportTest::throwingAtCalls, List.of());

    String report = LongStream.rangeClosed(1, 100)
        .mapToObj(seed -> oracle.play(seed, Observer.NONE))
        .filter(Objects::nonNull)
        .filter(text -> text.contains("no calls"))
        .findFirst()
        .orElseThrow();

    assertThat(report)
        .contains("-Dtraces=1 -Dseed=", "AssertionError: no calls", "FailsafeSetup[")
        .containsPattern("shrunk from \\d+ steps? to\n  call\\([^\n]*$");
  }

  /** Returns settings whose peer cannot be called. */
  private static Setup throwingAtCalls(RandomGenerator random) {
    Setup whole = FailsafeSetup.random(random);
    return proxy(Setup.class, whole, "theirs", none -> throwingAtCalls(whole.theirs()));
  }

  private static Peer throwingAtCalls(Peer peer) {
    return proxy(Peer.class, peer, "play", arguments -> {
      if (arguments[0] instanceof PeerAction.Call) {
        throw new AssertionError("no calls");
      }
      return peer.play((PeerAction) arguments[0]);
    });
  }

  /** What is done in place of a method. */
  private interface Instead {
    Object of(Object[] arguments);
  }

  private static <T> T proxy(Class<T> type, T whole, String name, Instead instead) {
    return type.cast(Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) -> method.getName().equals(name)
            ? instead.of(arguments)
            : method.invoke(whole, arguments)));
  }
}
