package dev.recloser.proof.fuzz;

import dev.recloser.time.ManualTimeSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Makes things by calling what is public, with drawn values and what was made before, and notes each call. */
final class Making {
  private static final List<Method> FACTORIES = Surface.factories();
  private static final int LONGEST = 200;

  private final Random random;
  private final Values values;
  private final List<Object> made = new ArrayList<>();
  private final List<String> calls = new ArrayList<>();

  Making(Random random, ManualTimeSource time) {
    this.random = random;
    this.values = new Values(random, time);
  }

  List<Object> made() {
    return made;
  }

  /** Makes one thing more, if the values that are drawn are right, and calls some of its methods. */
  void makeOne() {
    Object current = invoke(FACTORIES.get(random.nextInt(FACTORIES.size())), null);
    for (int i = random.nextInt(8); i > 0 && current != null; i--) {
      List<Method> methods = Surface.methodsOf(current);
      if (methods.isEmpty()) {
        return;
      }
      Object next = invoke(methods.get(random.nextInt(methods.size())), current);
      current = next != null && Surface.isOurs(next.getClass()) ? next : current;
    }
    if (current != null) {
      finish(current);
    }
  }

  /** Builds what is half made, on manual time if it can be told so. */
  private void finish(Object builder) {
    for (String last : new String[] {"timeSource", "build"}) {
      for (Method method : Surface.methodsOf(builder)) {
        if (method.getName().equals(last)) {
          var unused = invoke(method, builder);
        }
      }
    }
  }

  private @Nullable Object invoke(Method method, @Nullable Object target) {
    Object[] arguments =
        Arrays.stream(method.getParameterTypes()).map(this::argument).toArray();
    calls.add(
        method.getDeclaringClass().getSimpleName() + '.' + method.getName() + text(arguments));
    try {
      Object result = method.invoke(target, arguments);
      if (result != null && result != target && !(result instanceof String)) {
        made.add(result);
      }
      return result;
    } catch (InvocationTargetException e) {
      Verdict.onRefusal(method, arguments, e.getCause(), this::toString);
      return null;
    } catch (IllegalAccessException e) {
      throw new LinkageError(method.toString(), e);
    }
  }

  private @Nullable Object argument(Class<?> type) {
    List<Object> fitting = made.stream().filter(type::isInstance).toList();
    return !fitting.isEmpty() && type != Object.class && random.nextInt(4) > 0
        ? fitting.get(random.nextInt(fitting.size()))
        : values.draw(type);
  }

  private static String text(Object[] arguments) {
    StringBuilder text = new StringBuilder("(");
    for (Object argument : arguments) {
      String one = argument instanceof Object[] many ? Arrays.deepToString(many) : "" + argument;
      text.append(text.length() == 1 ? "" : ", ")
          .append(one.length() > LONGEST ? one.substring(0, LONGEST) + "…" : one);
    }
    return text.append(')').toString();
  }

  /** Returns the calls that were made, one a line. */
  @Override
  public String toString() {
    return String.join("\n  ", calls);
  }
}
