package dev.recloser.proof.fuzz;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is looked up by reflection: constants, accessors, the types that callbacks are about. */
final class Reflected {
  private Reflected() {}

  /** Returns the constants that a type of ours has of itself. */
  static List<Object> constants(Class<?> type) {
    return !Surface.isOurs(type)
        ? List.of()
        : Arrays.stream(type.getFields())
            .filter(field -> Modifier.isStatic(field.getModifiers()) && field.getType() == type)
            .map(Reflected::constant)
            .toList();
  }

  private static Object constant(Field field) {
    try {
      return field.get(null);
    } catch (IllegalAccessException e) {
      throw new LinkageError(field.toString(), e);
    }
  }

  /** Returns the type of ours that a callback is given, or returns; null if it is of none. */
  static @Nullable Class<?> typeWithin(Parameter callback) {
    if (callback.getParameterizedType() instanceof ParameterizedType generic) {
      Type[] within = generic.getActualTypeArguments();
      Type last = within[within.length - 1];
      if (last instanceof WildcardType wildcard) {
        Type[] lower = wildcard.getLowerBounds();
        last = lower.length > 0 ? lower[0] : wildcard.getUpperBounds()[0];
      }
      return last instanceof Class<?> type && Surface.isOurs(type) ? type : null;
    }
    return null;
  }

  /** Returns what an accessor returns; the method itself, of which nothing is told, if it is none. */
  static @Nullable Object read(Method accessor, Object target) {
    if (accessor.getParameterCount() > 0 || Modifier.isStatic(accessor.getModifiers())) {
      return accessor;
    }
    try {
      return accessor.invoke(target);
    } catch (ReflectiveOperationException e) {
      return accessor;
    }
  }
}
