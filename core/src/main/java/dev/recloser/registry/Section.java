package dev.recloser.registry;

import dev.recloser.check.Argument;
import dev.recloser.time.TimeSource;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a registry holds of one kind: policies by name, and settings by name.
 *
 * @param <P> the policies
 * @param <B> their builder
 */
final class Section<P, B> {
  private final PolicyKind<P, B> kind;
  private final TimeSource time;
  private final Shelf<String, P> shelf;
  private final ConcurrentHashMap<String, Consumer<? super B>> configs = new ConcurrentHashMap<>();

  Section(PolicyKind<P, B> kind, TimeSource time, Feed feed, Switchboard switches) {
    this.kind = kind;
    this.time = time;
    this.shelf = new Shelf<>(kind, feed, switches, (name, policy) -> name);
  }

  Shelf<String, P> shelf() {
    return shelf;
  }

  P get(String name) {
    Slot<String, P> slot = shelf.find(Argument.notNull("name", name));
    return slot != null
        ? slot.policy()
        : make(name, Registry.DEFAULT, settings(Registry.DEFAULT)).policy();
  }

  P get(String name, Consumer<? super B> settings) {
    Slot<String, P> slot = shelf.find(Argument.notNull("name", name));
    Argument.notNull("settings", settings);
    return slot != null ? slot.policy() : make(name, null, settings).policy();
  }

  P get(String name, String config) {
    Slot<String, P> slot = shelf.find(Argument.notNull("name", name));
    Consumer<? super B> settings = settings(Argument.notNull("config", config));
    if (slot == null) {
      slot = make(name, config, settings);
    }
    String madeUnder = slot.config();
    if (!config.equals(madeUnder)) {
      throw new IllegalStateException(kind + " '" + name + "' was made with "
          + (madeUnder == null ? "settings of its own" : "config '" + madeUnder + "'")
          + ", and is now asked for with config '" + config + "'");
    }
    return slot.policy();
  }

  void config(String name, Consumer<? super B> settings) {
    Argument.notBlank("name", name);
    Argument.notNull("config", settings);
    Consumer<? super B> before = configs.putIfAbsent(name, settings);
    if (before != null && !before.equals(settings)) {
      throw new IllegalStateException(
          "config '" + name + "' of " + kind + " is there already, with other settings");
    }
  }

  Optional<P> find(String name) {
    return Optional.ofNullable(shelf.find(Argument.notNull("name", name))).map(Slot::policy);
  }

  Optional<P> remove(String name) {
    return shelf.remove(Argument.notNull("name", name), Room.unlimited());
  }

  Set<String> names() {
    return shelf.stream().map(Slot::key).collect(Collectors.toUnmodifiableSet());
  }

  Stream<P> stream() {
    return shelf.stream().map(Slot::policy);
  }

  @Override
  public String toString() {
    return kind + " " + new TreeSet<>(names());
  }

  @SuppressWarnings("NullAway") // Null only where there is no room.
  private Slot<String, P> make(String name, @Nullable String config, Consumer<? super B> settings) {
    Argument.notBlank("name", name);
    return shelf.obtain(name, config, Room.unlimited(), key -> build(key, settings));
  }

  /** Makes a policy. What is wrong with its settings is told with its name, which those who made the settings do not know. */
  private P build(String name, Consumer<? super B> settings) {
    try {
      return configured(name, settings);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(kind + " '" + name + "': " + e.getMessage(), e);
    }
  }

  private P configured(String name, Consumer<? super B> settings) {
    B builder = kind.builder(name, time);
    Consumer<? super B> defaults = configs.get(Registry.DEFAULT);
    if (defaults != null) {
      defaults.accept(builder);
    }
    settings.accept(builder);
    return kind.build(builder);
  }

  private Consumer<? super B> settings(String config) {
    Consumer<? super B> found = configs.get(Argument.notBlank("config", config));
    if (found != null && !config.equals(Registry.DEFAULT)) {
      return found;
    }
    Argument.require(
        config.equals(Registry.DEFAULT),
        "config",
        "must be one of " + new TreeSet<>(configs.keySet()) + " of " + kind,
        config);
    return builder -> {}; // All policies start from it.
  }
}
