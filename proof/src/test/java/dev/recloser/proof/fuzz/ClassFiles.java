package dev.recloser.proof.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Finds classes in the folder or the archive that they come from. */
final class ClassFiles {
  private ClassFiles() {}

  /** Returns the visible types that come from where the one comes from. */
  static Stream<Class<?>> typesBeside(Class<?> one) {
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
      return Class.forName(name, false, ClassFiles.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(name, e);
    }
  }
}
