package dev.recloser.endpoint;

import java.util.List;

/** Makes the choices of one pool. Safe for use by many threads. */
interface Chooser {

  /** Returns one of the candidates, of which there is at least one. */
  <E> Member<E> choose(List<Member<E>> candidates, long now);
}
