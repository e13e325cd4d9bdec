package dev.recloser.proof.fuzz;

import dev.recloser.RetryBudget;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.time.TimeSource;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Looks into things for the time that they run on: what waits on the system's would make a test wait. */
final class Clocks {
  private Clocks() {}

  /** Returns whether all that can be reached from the object runs on this time, and something does. */
  static boolean are(ManualTimeSource only, Object root) {
    boolean manual = false;
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Object> ahead = new ArrayDeque<>();
    ahead.add(root);
    while (!ahead.isEmpty()) {
      Object object = ahead.remove();
      if (object instanceof TimeSource) {
        if (object != only) {
          return false;
        }
        manual = true;
      } else if (seen.add(object)) {
        addWhatIsIn(object, ahead);
      }
    }
    return manual;
  }

  /** A budget reads the clock, and never waits. */
  private static void addWhatIsIn(Object object, Deque<Object> ahead) {
    if (object instanceof Collection<?> many) {
      many.forEach(each -> addIfAny(each, ahead));
    } else if (object instanceof AtomicReference<?> reference) {
      addIfAny(reference.get(), ahead);
    } else if (object instanceof Object[] many) {
      for (int i = 0; i < Array.getLength(many); i++) {
        addIfAny(many[i], ahead);
      }
    } else if (object.getClass().getName().startsWith("dev.recloser.")
        && !(object instanceof RetryBudget)) {
      for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
        addFields(object, type, ahead);
      }
    }
  }

  private static void addFields(Object object, Class<?> type, Deque<Object> ahead) {
    if (!type.getName().startsWith("dev.recloser.")) {
      return;
    }
    for (Field field : type.getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers()) || field.getType().isPrimitive()) {
        continue;
      }
      try {
        field.setAccessible(true);
        addIfAny(field.get(object), ahead);
      } catch (IllegalAccessException e) {
        throw new LinkageError(field.toString(), e);
      }
    }
  }

  private static void addIfAny(@Nullable Object object, Deque<Object> ahead) {
    if (object != null) {
      ahead.add(object);
    }
  }
}
