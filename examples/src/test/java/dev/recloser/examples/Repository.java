package dev.recloser.examples;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files of the project, from wherever in it the tests are run. */
final class Repository {
  private static final Path ROOT = root();

  private Repository() {}

  /** Returns the file or directory of that name, which need not exist. */
  static Path path(String name) {
    return ROOT.resolve(name);
  }

  /** Returns the files under a directory, in order, whose name has the ending; none if there is no directory. */
  static List<Path> files(Path directory, String ending) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path root() {
    Path start = Path.of("").toAbsolutePath();
    for (Path path = start; path != null; path = path.getParent()) {
      if (Files.exists(path.resolve("core/pom.xml")) && Files.exists(path.resolve("LICENSE"))) {
        return path;
      }
    }
    throw new AssertionError("not inside the project: " + start);
  }
}
