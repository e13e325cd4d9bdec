package dev.recloser.circuitbreaker;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds what can be done next in a world. */
final class Steps {
  private Steps() {}

  static List<Step> from(World world) {
    List<Step> steps = new ArrayList<>();
    boolean hasRoom = windowHasRoom(world);
    for (Action action : Action.values()) {
      switch (action.kind) {
        case ASK -> {
          if (world.liveCount() < world.model.permits() && canAsk(action, world)) {
            steps.add(Step.of(action));
          }
        }
        case CALL -> {
          if (hasRoom && canCall(action, world.model)) {
            steps.add(Step.of(action));
          }
        }
        case REPORT -> {
          if (hasRoom) {
            report(action, world, steps);
          }
        }
        case TIME -> steps.add(Step.of(action));
        case HAND -> {
          if (canHandle(action, world.model)) {
            steps.add(Step.of(action));
          }
        }
      }
    }
    return steps;
  }

  private static boolean windowHasRoom(World world) {
    return world.plain.counts().stream().allMatch(rule -> rule.calls() < world.model.mostCalls());
  }

  private static boolean canAsk(Action action, World world) {
    return action != Action.TRY_ACQUIRE_WHILE_CHECKS_BREAK
        || world.breaker.config().recovery().healthCheck() != null;
  }

  /** A call that resets the breaker moves it as a hand does; where there are many states, one way to call will do. */
  private static boolean canCall(Action action, Model model) {
    String name = action.name();
    boolean twin = name.startsWith("RUN") || name.startsWith("STAGE");
    return (model.byHand() || !name.endsWith("AFTER_A_RESET"))
        && !(twin && model.manyStates())
        && canBreak(action, model);
  }

  private static boolean canBreak(Action action, Model model) {
    return model.breaksBackoffs() || !action.name().endsWith("AS_BACKOFF_BREAKS");
  }

  private static boolean canHandle(Action action, Model model) {
    return action == Action.RECONFIGURE ? model.reconfigures() : model.byHand();
  }

  /** Of permits that are alike one will do. */
  private static void report(Action action, World world, List<Step> steps) {
    Set<String> tags = new HashSet<>();
    for (int i = 0; i < world.held.size(); i++) {
      Held held = world.held.get(i);
      if (held.can(action) && canBreak(action, world.model) && tags.add(Picture.tag(world, held))) {
        steps.add(new Step(action, i));
      }
    }
  }
}
