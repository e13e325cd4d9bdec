package dev.recloser.registry;

/**
 * How much a shelf holds.
 *
 * @param <K> what policies are found by
 * @param <P> the policies
 */
interface Room<K, P> {

  /** Takes a place; returns a negative number if there is none. */
  int take();

  /** Puts into its place what has been made. */
  void put(Slot<K, P> slot);

  /** Gives back a place from which nothing is to be had any more. */
  void giveBack(Slot<K, P> slot);

  /** Returns the instant from which a policy that is made now counts as unused. */
  long now();

  /** Returns room without end. */
  static <K, P> Room<K, P> unlimited() {
    return new Room<>() {

      @Override
      public int take() {
        return 0;
      }

      @Override
      public void put(Slot<K, P> slot) {}

      @Override
      public void giveBack(Slot<K, P> slot) {}

      @Override
      public long now() {
        return 0;
      }
    };
  }
}
