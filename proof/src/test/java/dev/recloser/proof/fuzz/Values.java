package dev.recloser.proof.fuzz;

import dev.recloser.Backoff;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.time.TimeSource;
import java.io.IOException;
import java.lang.reflect.Array;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Draws values: what is usual, what lies at the limits, and what nobody should pass. */
final class Values {
  private static final String[] STRINGS = {
    "",
    " ",
    "a",
    "inventory",
    "\u0000",
    "a\nb",
    "\ud800",
    "%s{}'\"",
    "\u00e9\u4e2d",
    "S F S",
    "S*999999999",
    "F~999999999h",
    "default"
  };
  private static final int[] INTS = {
    Integer.MIN_VALUE, -1, 0, 1, 2, 3, 10, 100, 1_000, 1_000_000, 1_000_001, Integer.MAX_VALUE
  };
  private static final long[] LONGS = {Long.MIN_VALUE, -1, 0, 1, 2, 1_000, Long.MAX_VALUE};
  private static final double[] DOUBLES = {
    Double.NaN,
    Double.NEGATIVE_INFINITY,
    -1,
    -0.0,
    0,
    Double.MIN_VALUE,
    1e-9,
    0.1,
    0.5,
    0.999_999_999,
    1,
    Math.nextUp(1.0),
    2,
    1e9,
    Double.MAX_VALUE,
    Double.POSITIVE_INFINITY
  };
  private static final Duration[] DURATIONS = {
    Duration.ofSeconds(Long.MIN_VALUE),
    Duration.ofNanos(-1),
    Duration.ZERO,
    Duration.ofNanos(1),
    Duration.ofNanos(9),
    Duration.ofMillis(1),
    Duration.ofSeconds(1),
    Duration.ofMinutes(2),
    Duration.ofNanos(Long.MAX_VALUE),
    Duration.ofNanos(Long.MAX_VALUE).plusNanos(1),
    Duration.ofSeconds(Long.MAX_VALUE, 999_999_999)
  };

  private final Random random;
  private final ManualTimeSource time;
  private final Functions functions;

  Values(Random random, ManualTimeSource time) {
    this.random = random;
    this.time = time;
    this.functions = new Functions(random);
  }

  /** Returns a value of the type, or null, also where there is none that could be drawn. */
  @Nullable
  Object draw(Class<?> type) {
    if (type == int.class) {
      return INTS[random.nextInt(INTS.length)];
    }
    if (type == long.class) {
      return LONGS[random.nextInt(LONGS.length)];
    }
    if (type == double.class) {
      return random.nextInt(4) == 0 ? random.nextDouble() : pick(DOUBLES);
    }
    if (type == boolean.class) {
      return random.nextBoolean();
    }
    return random.nextInt(12) == 0 ? null : object(type);
  }

  private @Nullable Object object(Class<?> type) {
    if (type == String.class || type == Object.class) {
      return string();
    }
    if (type == Duration.class) {
      return random.nextInt(3) == 0
          ? Duration.ofMillis(random.nextInt(100_000))
          : DURATIONS[random.nextInt(DURATIONS.length)];
    }
    if (type.isArray()) {
      return array(type.getComponentType());
    }
    if (type.isEnum()) {
      return type.getEnumConstants()[random.nextInt(type.getEnumConstants().length)];
    }
    if (type == TimeSource.class || type == ManualTimeSource.class) {
      return time;
    }
    if (type == Class.class) {
      return random.nextBoolean() ? IOException.class : Error.class;
    }
    List<Object> constants = Reflected.constants(type);
    if (!constants.isEmpty()) {
      return constants.get(random.nextInt(constants.size()));
    }
    if (type == Backoff.class && random.nextInt(3) == 0) {
      return functions.backoff();
    }
    return type.isInterface() ? other(type) : throwable(type);
  }

  private @Nullable Object other(Class<?> type) {
    if (type == RandomGenerator.class) {
      return new Random(random.nextLong());
    }
    if (type == Executor.class) {
      return (Executor) Runnable::run;
    }
    if (type == Consumer.class) {
      // What a registry passes on to its users' settings.
      return (Consumer<Object>) ignored -> {};
    }
    return functions.of(type);
  }

  private static @Nullable Object throwable(Class<?> type) {
    if (type == Clock.class) {
      return Clock.systemUTC();
    }
    return type == Throwable.class ? new IOException("drawn") : null;
  }

  private Object array(Class<?> element) {
    Object array = Array.newInstance(element, random.nextInt(3));
    for (int i = 0; i < Array.getLength(array); i++) {
      Array.set(array, i, draw(element));
    }
    return array;
  }

  private String string() {
    if (random.nextInt(20) == 0) {
      return "huge ".repeat(20_000);
    }
    if (random.nextInt(3) > 0) {
      return STRINGS[random.nextInt(STRINGS.length)];
    }
    List<String> parts = new ArrayList<>();
    random.ints(random.nextInt(8), 0, 0x10000).forEach(c -> parts.add(String.valueOf((char) c)));
    return String.join("", parts);
  }

  private double pick(double[] values) {
    return values[random.nextInt(values.length)];
  }
}
