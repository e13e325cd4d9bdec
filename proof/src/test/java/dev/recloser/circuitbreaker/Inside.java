package dev.recloser.circuitbreaker;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Reads private fields of the real classes: the model compares all that they hold, not only what they tell. */
final class Inside {
  private static final Map<String, Field> FIELDS = new ConcurrentHashMap<>();

  private Inside() {}

  static <T> T read(Object object, String field, Class<T> type) {
    return type.cast(read(object, field));
  }

  static long number(Object object, String field) {
    return ((Number) read(object, field)).longValue();
  }

  static boolean flag(Object object, String field) {
    return (boolean) read(object, field);
  }

  private static Object read(Object object, String name) {
    try {
      Field field = FIELDS.computeIfAbsent(
          object.getClass().getName() + ' ' + name, unused -> find(object.getClass(), name));
      return field.get(object);
    } catch (IllegalAccessException e) {
      throw new LinkageError(name, e);
    }
  }

  private static Field find(Class<?> type, String name) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      for (Field field : each.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          field.setAccessible(true);
          return field;
        }
      }
    }
    throw new LinkageError("no field " + name + " in " + type + ": the model must follow the code");
  }
}
