package dev.recloser.proof.fuzz;

import dev.recloser.registry.Registry;
import dev.recloser.time.ManualTimeSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes things by calling what is public, with drawn values and what was made before, and notes each call. */
final class Making {
  private static final int LONGEST = 200;

  private final Random random;
  private final Values values;
  private final List<Object> made = new ArrayList<>();
  private final List<String> calls = new ArrayList<>();
  private final Tally tally;

  /** What each object was given when it was made, and since. */
  private final IdentityHashMap<Object, List<Setting>> settings = new IdentityHashMap<>();

  /** What the target of the call that runs was given before, and by the callbacks of this call. */
  private List<Setting> givenWithin = new ArrayList<>();

  /** What this round is about. */
  private final Method focus;

  private final List<Method> waysThere;

  Making(Random random, ManualTimeSource time, Method focus, Tally tally) {
    this.random = random;
    this.focus = focus;
    this.waysThere = Members.waysTo(focus);
    this.tally = tally;
    this.values = new Values(random, time);
  }

  List<Object> made() {
    return made;
  }

  /** Makes one thing more, if the values that are drawn are right, and calls some of its methods. */
  void makeOne() {
    Object current = invoke(factory(), null);
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
    callWhatItIsAbout();
  }

  private Method factory() {
    List<Method> drawn =
        waysThere.isEmpty() || random.nextBoolean() ? Surface.factories() : waysThere;
    return drawn.get(random.nextInt(drawn.size()));
  }

  private void callWhatItIsAbout() {
    List<Object> targets =
        made.stream().filter(focus.getDeclaringClass()::isInstance).toList();
    if (!targets.isEmpty() && !Modifier.isStatic(focus.getModifiers())) {
      Object target = targets.get(random.nextInt(targets.size()));
      Object changed = invoke(focus, target);
      finish(changed != null ? changed : target);
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
        Arrays.stream(method.getParameters()).map(this::argument).toArray();
    calls.add(
        method.getDeclaringClass().getSimpleName() + '.' + method.getName() + text(arguments));
    List<Setting> before = settingsOf(target);
    List<Setting> around = givenWithin;
    givenWithin = new ArrayList<>(before);
    try {
      Object result = method.invoke(target, arguments);
      tally.accepted(method);
      List<Setting> given = Setting.of(method, arguments);
      note(target, given);
      if (result != target) {
        note(result, givenWithin);
        note(result, given);
      }
      if (result != null && result != target && !(result instanceof String)) {
        made.add(result);
      }
      return result;
    } catch (InvocationTargetException e) {
      Refusal refusal = new Refusal(method, arguments, givenWithin);
      Verdict.onRefusal(refusal, e.getCause(), this).forEach(tally::refused);
      return null;
    } catch (IllegalAccessException e) {
      throw new LinkageError(method.toString(), e);
    } finally {
      givenWithin = around;
    }
  }

  /** What is made of an object has its settings, too. */
  private void note(@Nullable Object object, List<Setting> given) {
    if (object != null && Surface.isOurs(object.getClass())) {
      settings.computeIfAbsent(object, none -> new ArrayList<>()).addAll(given);
    }
  }

  /** Returns whether a call of this name had a part in making the object. */
  boolean wasGiven(Object object, String name) {
    return settingsOf(object).stream().anyMatch(setting -> setting.name().equals(name));
  }

  /** Returns whether a method has been called, given as its class and its name. */
  boolean hasCalled(String method) {
    return calls.stream().anyMatch(call -> call.startsWith(method + '('));
  }

  /** Returns what calls of this name were given. */
  List<@Nullable Object> given(String name) {
    List<@Nullable Object> values = new ArrayList<>();
    settings.values().stream()
        .flatMap(List::stream)
        .filter(setting -> setting.name().equals(name))
        .forEach(setting -> values.add(setting.value()));
    return values;
  }

  private @Nullable Object argument(Parameter parameter) {
    Class<?> type = parameter.getType();
    Class<?> within = Reflected.typeWithin(parameter);
    if (within != null && random.nextInt(3) > 0) {
      if (type == Consumer.class && within.getSimpleName().equals("Builder")) {
        return (Consumer<Object>) this::change;
      }
      if (type == Function.class) {
        return (Function<Object, @Nullable Object>) ignored -> oneOf(within);
      }
    }
    if (type == String.class && parameter.getName().equals("config") && random.nextInt(3) == 0) {
      return Registry.DEFAULT;
    }
    Object fitting = type != Object.class && random.nextInt(4) > 0 ? oneOf(type) : null;
    return fitting != null ? fitting : values.draw(type);
  }

  private @Nullable Object oneOf(Class<?> type) {
    List<Object> fitting = made.stream().filter(type::isInstance).toList();
    return fitting.isEmpty() ? null : fitting.get(random.nextInt(fitting.size()));
  }

  /** Does to settings what their user does. */
  private void change(Object settings) {
    List<Method> methods = Surface.methodsOf(settings);
    for (int i = random.nextInt(5); i > 0; i--) {
      var unused = invoke(methods.get(random.nextInt(methods.size())), settings);
    }
    givenWithin.addAll(settingsOf(settings));
  }

  private List<Setting> settingsOf(@Nullable Object object) {
    return settings.getOrDefault(object, List.of());
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
