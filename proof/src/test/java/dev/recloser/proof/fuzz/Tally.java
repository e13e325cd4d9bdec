package dev.recloser.proof.fuzz;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** What was called so far, with what effect. Without it a fuzzer that calls nothing would find nothing wrong. */
final class Tally {
  private final Map<Method, Integer> accepted = new HashMap<>();
  private final Map<Method, Integer> refused = new HashMap<>();
  private int results;
  private int failures;
  private int open;

  void accepted(Method method) {
    accepted.merge(method, 1, Integer::sum);
  }

  void refused(Method method) {
    refused.merge(method, 1, Integer::sum);
  }

  /** Notes how a guarded call ended. */
  void ended(boolean well) {
    if (well) {
      results++;
    } else {
      failures++;
    }
  }

  /** Notes that a guard has let a call through once all was over. */
  void letThrough() {
    open++;
  }

  int open() {
    return open;
  }

  int results() {
    return results;
  }

  int failures() {
    return failures;
  }

  /** Returns whether all was accepted once, and refused once where that can be. */
  boolean isComplete() {
    return neverAccepted().isEmpty() && neverRefused().isEmpty();
  }

  List<String> neverAccepted() {
    return members(member -> Members.acceptsSomething(member) && !accepted.containsKey(member));
  }

  /** Returns those that never refused anything, though they should. */
  List<String> neverRefused() {
    return members(member -> Members.refusesSomething(member) && !refused.containsKey(member));
  }

  private static List<String> members(Predicate<Method> which) {
    List<String> names = new ArrayList<>();
    Members.all().stream().filter(which).forEach(member -> names.add(member.toString()));
    return names;
  }

  private static int sum(Map<Method, Integer> counts) {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  @Override
  public String toString() {
    return Members.all().size() + " members, " + (sum(accepted) + sum(refused)) + " calls, "
        + sum(refused) + " refusals, " + (results + failures) + " guarded calls, " + failures
        + " of them failed, " + open + " guards open afterwards";
  }
}
