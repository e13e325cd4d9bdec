package dev.recloser.event;

/** A listener's place among the listeners. */
@FunctionalInterface
public interface Subscription extends AutoCloseable {

  /** Removes the listener. An event that is being delivered may still reach it; closing twice does nothing. */
  @Override
  void close();
}
