package dev.recloser.proof.fuzz;

import dev.recloser.Backoff;
import dev.recloser.Pipeline;
import dev.recloser.circuitbreaker.RuleWindow;
import dev.recloser.testkit.Script;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** All that can be called of core and testkit, found in their class files, so that what is new is fuzzed too. */
final class Surface {
  private static final List<Class<?>> TYPES = Stream.of(Pipeline.class, Script.class)
      .flatMap(ClassFiles::typesBeside)
      .sorted(Comparator.comparing(Class::getName))
      .toList();

  /** What runs guarded code, which is done elsewhere, or may throw what is no refusal, as its documentation says. */
  private static final Set<String> LEFT_OUT = Set.of(
      "call",
      "callWith",
      "callOrElse",
      "callAsync",
      "callAsyncOrElse",
      "callOn",
      "run",
      // Of a script, where no run hangs or none is left: an AssertionError.
      "getAsync",
      "succeed",
      "fail",
      "release",
      // The compiler sees to it that a value is of its key's type.
      "attribute",
      "equals");

  private static final Map<Class<?>, List<Method>> METHODS = new ConcurrentHashMap<>();
  private static final List<Method> FACTORIES = allFactories();

  private Surface() {}

  /** Returns the static methods that return something of ours. */
  static List<Method> factories() {
    return FACTORIES;
  }

  private static List<Method> allFactories() {
    return TYPES.stream()
        .flatMap(type -> Arrays.stream(type.getMethods()))
        .filter(method -> Modifier.isStatic(method.getModifiers()))
        .filter(method -> !method.getName().equals("valueOf"))
        .filter(method -> isOurs(method.getReturnType()))
        .sorted(Comparator.comparing(Method::toString))
        .toList();
  }

  /** Returns the methods of an object that a round may call: setters, builders' ends, and what takes an argument. */
  static List<Method> methodsOf(Object object) {
    return methods(object.getClass());
  }

  /** Returns the same of what the type promises. */
  static List<Method> methods(Class<?> type) {
    return METHODS.computeIfAbsent(type, Surface::allMethods);
  }

  private static List<Method> allMethods(Class<?> of) {
    return TYPES.stream()
        .filter(type -> type.isAssignableFrom(of))
        .flatMap(type -> Arrays.stream(type.getMethods()))
        .filter(method -> TYPES.contains(method.getDeclaringClass()))
        .filter(method -> !Modifier.isStatic(method.getModifiers()) && !method.isBridge())
        .filter(method -> !LEFT_OUT.contains(method.getName()))
        .filter(method -> !method.getName().startsWith("acquire"))
        // What policies ask a backoff, and breakers a window, with values of their own.
        .filter(method ->
            method.getDeclaringClass() != Backoff.class || !method.getName().equals("delay"))
        .filter(method -> method.getDeclaringClass() != RuleWindow.class)
        .filter(method -> method.getExceptionTypes().length == 0)
        .distinct()
        .sorted(Comparator.comparing(Method::toString))
        .toList();
  }

  /** Returns whether the type is one of those whose methods are called. */
  static boolean has(Class<?> type) {
    return TYPES.contains(type);
  }

  static boolean isOurs(Class<?> type) {
    return type.getName().startsWith("dev.recloser.") && Modifier.isPublic(type.getModifiers());
  }
}
