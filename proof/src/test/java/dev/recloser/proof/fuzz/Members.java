package dev.recloser.proof.fuzz;

import dev.recloser.registry.Registry;
import java.lang.reflect.Method;
import java.lang.reflect.TypeVariable;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The members that a run of the fuzzer must have called: what makes something, what sets something, and what builds. */
final class Members {
  private static final List<Method> ALL = find();

  private Members() {}

  /** Returns all that is to be called at least once: what makes something, what takes an argument, and what builds. */
  static List<Method> all() {
    return ALL;
  }

  /** Returns the one whose turn it is. */
  static Method at(long turn) {
    return ALL.get(Math.floorMod(turn, ALL.size()));
  }

  /** Returns whether there are arguments that the method accepts, and that are not too seldom to be drawn for sure. */
  static boolean acceptsSomething(Method member) {
    // A rate must be in a registry's default settings, if it is not with the call.
    return member.getDeclaringClass() != Registry.class
        || !member.getName().equals("rateLimiter")
        || List.of(member.getParameterTypes()).contains(Consumer.class);
  }

  /** Returns whether there is an argument that the method should refuse: null, where nothing says that it may be null. */
  static boolean refusesSomething(Method member) {
    return Arrays.stream(member.getParameters())
        .anyMatch(parameter -> !parameter.getType().isPrimitive()
            && !(parameter.getParameterizedType() instanceof TypeVariable)
            && !parameter.getAnnotatedType().isAnnotationPresent(Nullable.class));
  }

  /** Returns whether anything of ours has a setter of this name. */
  static boolean isSetter(String name) {
    return ALL.stream()
        .anyMatch(member -> member.getName().equals(name) && member.getParameterCount() > 0);
  }

  /** Returns the factories of what a method is called on, or given; or of what builds that. */
  static List<Method> waysTo(Method member) {
    Set<Class<?>> types = new HashSet<>(List.of(member.getParameterTypes()));
    types.add(member.getDeclaringClass());
    return Surface.factories().stream()
        .filter(factory -> factory.equals(member)
            || built(factory.getReturnType())
                .anyMatch(made -> types.stream().anyMatch(type -> type.isAssignableFrom(made))))
        .toList();
  }

  private static Stream<Class<?>> built(Class<?> made) {
    return Stream.concat(
        Stream.of(made),
        Surface.methods(made).stream()
            .filter(method -> method.getName().equals("build"))
            .map(Method::getReturnType));
  }

  private static List<Method> find() {
    Set<Class<?>> seen = new LinkedHashSet<>();
    Deque<Class<?>> ahead = new ArrayDeque<>();
    Surface.factories().forEach(factory -> ahead.add(factory.getReturnType()));
    while (!ahead.isEmpty()) {
      Class<?> type = ahead.remove();
      if (Surface.has(type) && seen.add(type)) {
        Surface.methods(type).forEach(method -> ahead.add(method.getReturnType()));
      }
    }
    Stream<Method> setters = seen.stream()
        .flatMap(type -> Surface.methods(type).stream())
        .filter(method -> method.getParameterCount() > 0 || method.getName().equals("build"));
    return Stream.concat(Surface.factories().stream(), setters).distinct().toList();
  }
}
