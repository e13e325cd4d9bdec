package dev.recloser.bench.goal;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.recloser.bench.measure.Wanted;
import dev.recloser.bench.result.JsonFile;
import dev.recloser.bench.result.Result;
import dev.recloser.bench.result.Retained;
import dev.recloser.bench.result.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * A ratio that must not fall: how long the others take, by how long ours takes.
 *
 * @param id what it is called
 * @param path the class of the benchmark, or {@code Memory} for retained bytes
 * @param params the values of its parameters
 * @param threads how many threads call at once
 * @param ours the method that measures us
 * @param against the methods of those it is compared with; of several, the fastest
 * @param floor the least ratio, with slack for noise
 */
public record Floor(
    String id,
    String path,
    Map<String, String> params,
    int threads,
    String ours,
    List<String> against,
    double floor) {
  private static final String MEMORY = "Memory";

  /** Reads the floors. */
  public static List<Floor> readAll(Path file) throws IOException {
    return JsonFile.read(file, new TypeReference<List<Floor>>() {});
  }

  /** Returns whether it needs the heap measured. */
  public boolean needsTheHeap() {
    return path.equals(MEMORY);
  }

  /** Returns the benchmarks that it needs. */
  public Stream<Wanted> wanted() {
    return needsTheHeap()
        ? Stream.empty()
        : Stream.concat(Stream.of(ours), against.stream())
            .map(who -> new Wanted(path, who, params, threads));
  }

  /** Returns the ratio in a result, if all that it needs was measured. */
  public OptionalDouble ratio(Result result) {
    return needsTheHeap()
        ? ratio(
            result.retained(ours).stream().mapToDouble(Retained::bytes),
            against.stream()
                .flatMap(who -> result.retained(who).stream())
                .mapToDouble(Retained::bytes))
        : ratio(
            result.row(path, ours, params, threads).stream().mapToDouble(Row::nanos),
            result.fastest(path, against, params, threads).stream().mapToDouble(Row::nanos));
  }

  private static OptionalDouble ratio(DoubleStream ours, DoubleStream theirs) {
    OptionalDouble own = ours.findFirst();
    OptionalDouble least = theirs.min();
    return own.isPresent() && least.isPresent() && own.getAsDouble() > 0 && least.getAsDouble() > 0
        ? OptionalDouble.of(least.getAsDouble() / own.getAsDouble())
        : OptionalDouble.empty();
  }

  /** Returns one that a later run meets unless its ratio is so much less than in this one. */
  public Floor recorded(double ratio, double slack) {
    double floor = Math.round(ratio * slack * 1000) / 1000.0;
    return new Floor(id, path, params, threads, ours, against, floor);
  }
}
