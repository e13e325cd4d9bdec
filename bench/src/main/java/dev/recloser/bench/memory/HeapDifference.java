package dev.recloser.bench.memory;

import java.util.function.Function;

/**
 * A program that builds many breakers and prints what each retains, in bytes, and how long it took to build, in nanoseconds.
 * The names are not counted, since the caller has them anyway. Arguments: who, how many, and whether to use them first.
 */
final class HeapDifference {
  private HeapDifference() {}

  public static void main(String[] args) throws InterruptedException {
    Breakers library = Breakers.of(args[0]);
    int count = Integer.parseInt(args[1]);
    boolean used = Boolean.parseBoolean(args[2]);
    Function<String, Object> maker = library.maker();
    // Whatever is made once for all is there before the difference is taken.
    use(library, maker.apply("first"));

    String[] names = new String[count];
    for (int i = 0; i < count; i++) {
      names[i] = "breaker-" + i;
    }
    Object[] breakers = new Object[count];
    long before = usedHeap();
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      breakers[i] = maker.apply(names[i]);
    }
    long took = System.nanoTime() - start;
    for (int i = 0; used && i < count; i++) {
      use(library, breakers[i]);
    }
    long after = usedHeap();
    System.out.println((double) (after - before) / count + " " + (double) took / count);
    if (breakers[count - 1] == null) {
      throw new AssertionError("the breakers must outlive the measurement");
    }
  }

  private static void use(Breakers library, Object breaker) {
    for (int call = 0; call < Breakers.WINDOW; call++) {
      library.call(breaker);
    }
  }

  private static long usedHeap() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      System.gc();
      Thread.sleep(50);
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
