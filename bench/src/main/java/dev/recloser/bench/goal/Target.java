package dev.recloser.bench.goal;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.recloser.bench.measure.Wanted;
import dev.recloser.bench.result.JsonFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Something that the design asks for.
 *
 * @param id what it is called
 * @param row the row of the design's table
 * @param asks what the table says
 * @param kind what is compared
 * @param path the class of the benchmark
 * @param params the values of its parameters
 * @param threads how many threads call at once
 * @param ours the method that measures us
 * @param against the methods of those it is compared with; of several, the fastest
 * @param limit the number in it: nanoseconds, bytes, or how many times
 * @param also methods that are only reported beside it
 */
public record Target(
    String id,
    String row,
    String asks,
    Kind kind,
    String path,
    Map<String, String> params,
    int threads,
    String ours,
    List<String> against,
    double limit,
    List<String> also) {

  /** What is compared. */
  public enum Kind {
    /** Ours takes at most so many nanoseconds. */
    AT_MOST,
    /** Ours takes at most so many nanoseconds more. */
    AT_MOST_OVER,
    /** The others take at least so many times as long. */
    TIMES,
    /** Ours to the others with these threads is at most so many times what it is with one. */
    SAME_RATIO,
    /** Ours allocates at most so many bytes. */
    BYTES,
    /** Ours retains at most so many bytes. */
    RETAINED,
    /** The others retain at least so many times as much. */
    RETAINED_TIMES,
    /** Nothing is asked. */
    REPORTED
  }

  /** Reads the table. */
  public static List<Target> readAll(Path file) throws IOException {
    return JsonFile.read(file, new TypeReference<List<Target>>() {});
  }

  /** Returns the benchmarks that are needed to judge it, and those reported beside it. */
  public Stream<Wanted> wanted() {
    if (kind == Kind.RETAINED || kind == Kind.RETAINED_TIMES) {
      return Stream.empty();
    }
    List<String> whos = Stream.of(Stream.of(ours), against.stream(), also.stream())
        .flatMap(s -> s)
        .toList();
    return Stream.of(1, threads)
        .distinct()
        .filter(count -> count == threads || kind == Kind.SAME_RATIO)
        .flatMap(count -> whos.stream().map(who -> new Wanted(path, who, params, count)));
  }
}
