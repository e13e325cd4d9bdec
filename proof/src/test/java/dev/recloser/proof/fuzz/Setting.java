package dev.recloser.proof.fuzz;

import dev.recloser.Policy;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A value that a call was given, under the name that a message may use for it.
 *
 * @param by what was called
 * @param name its parameter, or its own name
 * @param value what was passed
 */
record Setting(Method by, String name, @Nullable Object value) {

  /** Returns what a call was given, under both names; of many values each. */
  static List<Setting> of(Method method, Object[] arguments) {
    List<Setting> settings = new ArrayList<>();
    Parameter[] parameters = method.getParameters();
    for (int i = 0; i < arguments.length; i++) {
      for (Object value : each(arguments[i])) {
        settings.add(new Setting(method, parameters[i].getName(), value));
        settings.add(new Setting(method, method.getName(), value));
      }
    }
    return settings;
  }

  /** Of nothing at all a message says that it is none. */
  private static List<@Nullable Object> each(@Nullable Object argument) {
    if (argument instanceof Object[] many) {
      return many.length == 0 ? List.of("none") : Arrays.asList(many);
    }
    return Arrays.asList(argument);
  }

  /** Returns whether a message names this, and tells its value: behind its "but was", or next to the name. */
  boolean isToldBy(String rule, String told) {
    // A policy is named by its own text: Bulkhead[inventory, …].
    boolean isNamed =
        isToken(name, rule) || (value instanceof Policy && told.equals(value.toString()));
    return isNamed && (isValue(told) || isBesideItsName(rule));
  }

  /** Returns whether the value is a set of settings, of which the message names one, and tells its value. */
  boolean holdsWhatIsToldBy(String rule, String told) {
    return value != null
        && Surface.isOurs(value.getClass())
        && Arrays.stream(value.getClass().getMethods())
            .filter(method -> isToken(method.getName(), rule))
            .anyMatch(method -> told.equals(String.valueOf(Reflected.read(method, value)))
                || isToken(told, value.toString()));
  }

  private boolean isValue(String told) {
    String text = String.valueOf(value);
    return told.equals(text)
        || told.equals('"' + text + '"')
        || (!text.isBlank() && isToken(text, told))
        // A line of a script.
        || (value instanceof String && text.contains(told))
        || (value instanceof Policy && told.endsWith(", a " + value.getClass().getName()));
  }

  private boolean isBesideItsName(String rule) {
    return isToken(name + '(' + value, rule)
        || isToken(name + ' ' + value, rule)
        || isToken(value + " " + name, rule);
  }

  /** Returns whether the text is there, and no part of something longer. */
  private static boolean isToken(String text, String within) {
    return within.contains(text)
        && Pattern.compile("(?<![\\w.])" + Pattern.quote(text) + "(?![\\w.])")
            .matcher(within)
            .find();
  }
}
