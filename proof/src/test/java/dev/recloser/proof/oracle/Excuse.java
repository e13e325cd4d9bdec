package dev.recloser.proof.oracle;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A reason why our breaker differs from a peer on purpose.
 *
 * @param <S> the settings that the two have
 */
interface Excuse<S extends Setup> {

  String name();

  /**
   * Returns what makes the two agree again, if this is the reason why they differ.
   *
   * @return null if this excuses nothing here
   */
  @Nullable
  Amendment amend(Situation<S> situation);

  /** Returns whether the peer may have changed in a way that only shows later. */
  default boolean mayBeUnseen() {
    return false;
  }

  /** Returns whether the peer is known to be at fault here, so that to agree with it would be a fault of ours. */
  default boolean mustDiffer(Situation<S> situation) {
    return false;
  }

  /**
   * How the two are brought together after a difference. They must then agree in all that is compared.
   *
   * @param actions what the step is for the peer instead
   * @param then what else happens
   */
  record Amendment(List<PeerAction> actions, Then then) {

    static Amendment of(PeerAction... actions) {
      return new Amendment(List.of(actions), Then.GO_ON);
    }
  }

  /** What happens after an excuse was looked for. */
  enum Then {
    GO_ON,
    /** Ours is moved by hand to where the peer is, which is open or closed: the peer cannot be had to do as ours. */
    FOLLOW
  }
}
