package dev.recloser.bench;

import java.nio.file.Path;

/**
 * Where the benchmarks keep their files.
 *
 * @param folder the folder {@code bench}
 */
record Home(Path folder) {
  private static final String FOLDER = "recloser.bench.home";

  /** The one that the script names. */
  static Home ofProcess() {
    return new Home(Path.of(System.getProperty(FOLDER, "bench")));
  }

  Path targets() {
    return folder.resolve("targets.json");
  }

  Path floors() {
    return folder.resolve("floors.json");
  }

  Path results() {
    return folder.resolve("results");
  }

  Path result(String mode) {
    return results().resolve(mode + ".json");
  }
}
