package dev.recloser.proof.fuzz;

import dev.recloser.registry.PolicyKind;
import dev.recloser.registry.Registry;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A call that was refused, and whether the message tells what is wrong with it. */
final class Refusal {
  private static final Pattern RULE =
      Pattern.compile("(?s)(.+ (?:must|needs) .+), but was (.+)", Pattern.DOTALL);
  private static final Pattern UNSET = Pattern.compile("(\\w+) must be set: there is no default");
  private static final Pattern RETURNED =
      Pattern.compile("what (?:the )?(\\w+) returns must not be null");

  private static final Pattern KNOWN = Pattern.compile(
      "(?s).*(is there already, with other settings|was made with .+, and is now asked for with .+)");

  private final Method method;
  private final Object[] arguments;
  private final List<Setting> before;

  /**
   * Notes a call.
   *
   * @param method what was called
   * @param arguments with what
   * @param before what the object was given before, by other calls
   */
  Refusal(Method method, Object[] arguments, List<Setting> before) {
    this.method = method;
    this.arguments = arguments;
    this.before = before;
  }

  /**
   * Returns whose argument is at fault, by a message that names it as its parameter or setter, says the rule, and tells the
   * value. Empty if the message does not.
   */
  Set<Method> blamed(String message) {
    String text = withoutTheName(message);
    Matcher unset = UNSET.matcher(text);
    if (unset.matches()) {
      return isSetterThatWasNotCalled(unset.group(1)) ? Set.of(method) : Set.of();
    }
    Matcher matcher = RULE.matcher(text);
    return matcher.matches() ? blamed(matcher.group(1), matcher.group(2)) : Set.of();
  }

  /** Returns whose name is known to a registry, with other settings than those that are asked for. */
  Set<Method> blamedForName(String message) {
    boolean known = method.getDeclaringClass() == Registry.class
        && KNOWN.matcher(message).matches()
        && Arrays.stream(arguments).anyMatch(name -> message.contains("'" + name + "'"));
    return known ? Set.of(method) : Set.of();
  }

  private Set<Method> blamed(String rule, String told) {
    Matcher returned = RETURNED.matcher(rule);
    String callback = returned.matches() && told.equals("null") ? returned.group(1) : "none";
    Set<Method> blamed = given()
        .filter(setting -> setting.isToldBy(rule, told)
            || setting.holdsWhatIsToldBy(rule, told)
            || setting.name().equals(callback))
        .map(Setting::by)
        .collect(Collectors.toSet());
    return blamed.isEmpty() && (isOfTheWhole(rule) || isOfAKind(callback))
        ? Set.of(method)
        : blamed;
  }

  /** What makes a kind of policy was given to the kind, and fails where that is asked for a policy. */
  private boolean isOfAKind(String callback) {
    return Set.of("builder", "build").contains(callback)
        && Arrays.stream(arguments).anyMatch(PolicyKind.class::isInstance);
  }

  private Stream<Setting> given() {
    return Stream.concat(Setting.of(method, arguments).stream(), before.stream());
  }

  /** A registry tells in front which policy it is. */
  private String withoutTheName(String message) {
    for (Object argument : arguments) {
      if (argument instanceof String name) {
        String ofPolicy = " '" + name + "': ";
        int at = message.indexOf(ofPolicy);
        if (at >= 0) {
          return message.substring(at + ofPolicy.length());
        }
      }
    }
    return message;
  }

  private boolean isSetterThatWasNotCalled(String name) {
    return Members.isSetter(name)
        && before.stream()
            .noneMatch(setting -> setting.name().equals(name) && setting.value() != null);
  }

  /** What no single call has set is told of the whole, such as a script that lacks a line. */
  private boolean isOfTheWhole(String rule) {
    String whole = method.getDeclaringClass().getSimpleName().replaceFirst("Builder$", "");
    return rule.startsWith(whole.toLowerCase(Locale.ROOT) + " must ");
  }

  @Override
  public String toString() {
    return method + " of " + Arrays.deepToString(arguments);
  }
}
