package dev.recloser.proof.fuzz;

import dev.recloser.ResilienceException;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Says whether what came out of a call may come out. */
final class Verdict {
  private static final Pattern RULE = Pattern.compile("(?s).*\\b(must|cannot|is|needs|has)\\b.*");

  private static final Pattern UNSET = Pattern.compile("\\w+ must be set: there is no default");
  private static final Pattern VALUE = Pattern.compile("(?s).* but was .+");

  /** What a callback returned, and a number within the text of a script. */
  private static final Set<String> NAMED_WITHIN = Set.of("what", "count");

  private Verdict() {}

  /** Throws unless an argument or a setting was refused as it should be: named, with its value. */
  static void onRefusal(
      Method method, Object[] arguments, Throwable thrown, Supplier<String> calls) {
    boolean documented = thrown instanceof Functions.CallbackFault
        || thrown instanceof ResilienceException
        || (thrown instanceof IllegalArgumentException && isTelling(method, arguments, thrown));
    if (!documented) {
      throw new AssertionError(
          "out of " + method + " came " + thrown + " after\n  " + calls.get(), thrown);
    }
  }

  /** Throws unless a guarded call may end so. */
  static void onCall(Object policy, Throwable thrown, Supplier<String> calls) {
    boolean expected = thrown instanceof IOException
        || thrown instanceof ResilienceException
        || thrown instanceof Functions.CallbackFault
        // A supplier of failures that makes none.
        || "failure must not be null, but was null".equals(thrown.getMessage());
    if (!expected) {
      throw new AssertionError(
          "a call through " + policy + " ended with " + thrown + " after\n  " + calls.get(),
          thrown);
    }
  }

  private static boolean isTelling(Method method, Object[] arguments, Throwable thrown) {
    String message = thrown.getMessage();
    if (message == null || !RULE.matcher(message).matches()) {
      return false;
    }
    if (arguments.length == 0 || UNSET.matcher(message).matches()) {
      return true;
    }
    String first = message.split("\\W", 2)[0].toLowerCase(Locale.ROOT);
    boolean named = Stream.concat(
                Stream.of(method.getName(), method.getDeclaringClass().getSimpleName()),
                Arrays.stream(method.getParameters()).map(parameter -> parameter.getName()))
            .anyMatch(
                name -> name.toLowerCase(Locale.ROOT).contains(first) || message.contains(name))
        || NAMED_WITHIN.contains(first)
        || Arrays.stream(arguments).anyMatch(argument -> hasSetting(argument, first));
    return named && (VALUE.matcher(message).matches() || hasOneOf(arguments, message));
  }

  /** Returns whether the argument is a set of settings, one of which is at fault. */
  private static boolean hasSetting(@Nullable Object argument, String name) {
    return argument != null
        && Surface.methodsOf(argument).stream()
            .anyMatch(method -> method.getName().equalsIgnoreCase(name));
  }

  private static boolean hasOneOf(Object[] arguments, String message) {
    return Arrays.stream(arguments).anyMatch(value -> message.contains(text(value)));
  }

  private static String text(Object value) {
    return value instanceof Object[] many && many.length > 0
        ? String.valueOf(many[many.length - 1])
        : String.valueOf(value);
  }
}
