package dev.recloser.bench.measure;

import java.util.Map;

/**
 * A benchmark to be measured.
 *
 * @param path its class
 * @param who its method
 * @param params the values of its parameters; one without takes all that the class names
 * @param threads how many threads call at once
 */
public record Wanted(String path, String who, Map<String, String> params, int threads) {

  /** Those that differ only in who are measured side by side. */
  record Group(String path, Map<String, String> params, int threads) {}

  Group group() {
    return new Group(path, params, threads);
  }
}
