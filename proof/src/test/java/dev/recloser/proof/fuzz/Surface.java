package dev.recloser.proof.fuzz;

import dev.recloser.Backoff;
import dev.recloser.Pipeline;
import dev.recloser.testkit.Script;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
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
      .flatMap(Surface::typesBeside)
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
      "attribute");

  private static final Map<Class<?>, List<Method>> METHODS = new ConcurrentHashMap<>();

  private Surface() {}

  /** Returns the static methods that return something of ours. */
  static List<Method> factories() {
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
    return METHODS.computeIfAbsent(object.getClass(), Surface::methods);
  }

  private static List<Method> methods(Class<?> of) {
    return TYPES.stream()
        .filter(type -> type.isAssignableFrom(of))
        .flatMap(type -> Arrays.stream(type.getMethods()))
        .filter(method -> TYPES.contains(method.getDeclaringClass()))
        .filter(method -> !Modifier.isStatic(method.getModifiers()) && !method.isBridge())
        .filter(method -> !LEFT_OUT.contains(method.getName()))
        .filter(method -> !method.getName().startsWith("acquire"))
        // What policies ask a backoff, with values of their own.
        .filter(method ->
            method.getDeclaringClass() != Backoff.class || !method.getName().equals("delay"))
        .filter(method -> method.getExceptionTypes().length == 0)
        .distinct()
        .sorted(Comparator.comparing(Method::toString))
        .toList();
  }

  static boolean isOurs(Class<?> type) {
    return type.getName().startsWith("dev.recloser.") && Modifier.isPublic(type.getModifiers());
  }

  private static Stream<Class<?>> typesBeside(Class<?> one) {
    try {
      URI place = one.getProtectionDomain().getCodeSource().getLocation().toURI();
      Path path = Path.of(place);
      if (Files.isDirectory(path)) {
        return types(path);
      }
      try (FileSystem jar = FileSystems.newFileSystem(path, Map.of())) {
        return types(jar.getPath("/"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Stream<Class<?>> types(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      List<Class<?>> types = files
          .map(file -> root.relativize(file).toString())
          .filter(name -> name.endsWith(".class") && name.startsWith("dev"))
          .filter(name -> !name.contains("/check/") && !name.contains("/classify/"))
          .filter(name -> !name.endsWith("package-info.class"))
          .<Class<?>>map(name -> type(name.replace('/', '.').replaceAll("\\.class$", "")))
          .filter(type -> isVisible(type) && !type.getSimpleName().equals("ResilienceAssertions"))
          .toList();
      return types.stream();
    }
  }

  private static boolean isVisible(Class<?> type) {
    Class<?> around = type.getEnclosingClass();
    return Modifier.isPublic(type.getModifiers()) && (around == null || isVisible(around));
  }

  private static Class<?> type(String name) {
    try {
      return Class.forName(name, false, Surface.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(name, e);
    }
  }
}
