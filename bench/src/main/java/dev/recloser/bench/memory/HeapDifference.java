package dev.recloser.bench.memory;

import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * A program that builds many breakers, and as many again, and prints what each of the latter retains, in bytes, and how long it
 * took to build, in nanoseconds: what goes with the first alone is no part of the difference. The names are not counted, since
 * the caller has them anyway. Arguments: who, how many, and whether to use them first.
 */
final class HeapDifference {
  private static final Pattern TOTAL = Pattern.compile("(?m)^Total +\\d+ +(\\d+)");

  private HeapDifference() {}

  public static void main(String[] args) throws JMException {
    Breakers library = Breakers.of(args[0]);
    int count = Integer.parseInt(args[1]);
    boolean used = Boolean.parseBoolean(args[2]);
    Function<String, Object> maker = library.maker();
    // Whatever is made once for all is there before the difference is taken.
    use(library, maker.apply("first"));

    String[] names = new String[2 * count];
    for (int i = 0; i < names.length; i++) {
      names[i] = "breaker-" + i;
    }
    Object[] breakers = new Object[names.length];
    build(maker, names, breakers, 0, count);
    use(library, breakers, 0, used ? count : 0);
    long before = usedHeap();
    long start = System.nanoTime();
    build(maker, names, breakers, count, names.length);
    long took = System.nanoTime() - start;
    use(library, breakers, count, used ? names.length : count);
    long after = usedHeap();
    System.out.println((double) (after - before) / count + " " + (double) took / count);
    Reference.reachabilityFence(names);
    Reference.reachabilityFence(breakers);
  }

  private static void build(
      Function<String, Object> maker, String[] names, Object[] breakers, int from, int to) {
    for (int i = from; i < to; i++) {
      breakers[i] = maker.apply(names[i]);
    }
  }

  private static void use(Breakers library, Object[] breakers, int from, int to) {
    for (int i = from; i < to; i++) {
      use(library, breakers[i]);
    }
  }

  private static void use(Breakers library, Object breaker) {
    for (int call = 0; call < Breakers.WINDOW; call++) {
      library.call(breaker);
    }
  }

  /** Returns the bytes of all objects that are alive; free memory would count what a collection leaves behind, too. */
  private static long usedHeap() throws JMException {
    Object histogram = ManagementFactory.getPlatformMBeanServer()
        .invoke(
            new ObjectName("com.sun.management:type=DiagnosticCommand"),
            "gcClassHistogram",
            new Object[] {new String[0]},
            new String[] {String[].class.getName()});
    Matcher total = TOTAL.matcher(String.valueOf(histogram));
    if (!total.find()) {
      throw new IllegalStateException("a class histogram must have a total");
    }
    return Long.parseLong(total.group(1));
  }
}
