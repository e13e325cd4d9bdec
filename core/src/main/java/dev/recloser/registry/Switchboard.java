package dev.recloser.registry;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Which policies are switched on: all are, unless the master switch is off, or their name. */
final class Switchboard {
  private final Set<String> namesOff = ConcurrentHashMap.newKeySet();
  private volatile boolean on = true;

  boolean isOn() {
    return on;
  }

  boolean isOn(String name) {
    return on && !namesOff.contains(name);
  }

  void all(boolean enabled) {
    on = enabled;
  }

  void name(String name, boolean enabled) {
    boolean unused = enabled ? namesOff.remove(name) : namesOff.add(name);
  }
}
