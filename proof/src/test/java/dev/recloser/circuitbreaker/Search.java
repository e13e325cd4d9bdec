package dev.recloser.circuitbreaker;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tries all that can be done to a model, breadth first, so that what breaks an invariant first is shortest. */
final class Search {
  private final Model model;
  private final int deepest;
  private final Set<String> seen = new HashSet<>();
  private final Queue<Node> ahead = new ArrayDeque<>();
  private int depth;
  private int transitions;
  private int longestHealing;

  /** A state, by how it was first reached. */
  private record Node(@Nullable Node before, @Nullable Step step, int depth) {

    List<Step> path() {
      List<Step> path = new ArrayList<>();
      for (Node each = this; each.step != null && each.before != null; each = each.before) {
        path.add(each.step);
      }
      Collections.reverse(path);
      return path;
    }
  }

  /**
   * What was tried.
   *
   * @param states how many states there are
   * @param transitions how many steps from them
   * @param depth how many steps the furthest is away
   * @param longestHealing how many steps a healthy dependency needs at most
   */
  record Result(int states, int transitions, int depth, int longestHealing) {}

  private Search(Model model, int deepest) {
    this.model = model;
    this.deepest = deepest;
  }

  /**
   * Searches all states, or those within so many steps.
   *
   * @throws AssertionError if an invariant does not hold, with the path to where
   */
  static Result of(Model model, int deepest) {
    return new Search(model, deepest).run();
  }

  private Result run() {
    Node start = new Node(null, null, 0);
    seen.add(Picture.of(new World(model)));
    for (Node node = start; node != null; node = ahead.poll()) {
      depth = node.depth();
      visit(node);
    }
    return new Result(seen.size(), transitions, depth, longestHealing);
  }

  private void visit(Node node) {
    List<Step> path = node.path();
    World here = replayed(path);
    List<Step> steps = Steps.from(here);
    try {
      StateChecks.check(here);
      longestHealing = Math.max(longestHealing, Healing.ofFastDependency(here));
      if (!here.breaker.config().timesCalls()) {
        var unused = Healing.ofSlowDependency(replayed(path));
      }
    } catch (Broken broken) {
      throw failure(broken, path);
    }
    if (node.depth() < deepest) {
      tryAll(steps, path, node);
    }
  }

  /** A step that leaves all as it was, by the picture, is followed by the next one, without walking there again. */
  private void tryAll(List<Step> steps, List<Step> path, Node node) {
    World world = replayed(path);
    List<Step> walked = new ArrayList<>(path);
    String picture = Picture.of(world);
    for (Step step : steps) {
      walked.add(step);
      String next = take(step, world, walked, path);
      if (seen.add(next)) {
        ahead.add(new Node(node, step, node.depth() + 1));
      }
      if (!next.equals(picture)) {
        world = replayed(path);
        walked = new ArrayList<>(path);
      }
    }
  }

  private String take(Step step, World world, List<Step> walked, List<Step> path) {
    transitions++;
    try {
      return taken(step, world);
    } catch (Broken broken) {
      List<Step> shortest = new ArrayList<>(path);
      shortest.add(step);
      try {
        var unused = taken(step, replayed(path));
      } catch (Broken alsoBroken) {
        throw failure(alsoBroken, shortest);
      }
      // Only after steps that seemed to change nothing: then the picture leaves out what matters.
      throw failure(broken, walked);
    }
  }

  private static String taken(Step step, World world) {
    Reading before = Reading.of(world);
    StepChecks.check(world, step, before, new Doer(world).run(step));
    return Picture.of(world);
  }

  /** The real objects cannot be copied, so each visit walks the whole way again. */
  private World replayed(List<Step> path) {
    World world = new World(model);
    Doer doer = new Doer(world);
    path.forEach(step -> {
      var unused = doer.run(step);
    });
    return world;
  }

  private AssertionError failure(Broken broken, List<Step> path) {
    StringBuilder text = new StringBuilder("model \"" + model + "\": " + broken.getMessage());
    text.append("\nThe shortest way there:");
    World world = new World(model);
    Doer doer = new Doer(world);
    for (int i = 0; i < path.size(); i++) {
      String after;
      try {
        Effect effect = doer.run(path.get(i));
        after = world.breaker.state() + (effect.refused(path.get(i)) ? ", refused" : "");
      } catch (RuntimeException e) {
        after = e.toString();
      }
      text.append("\n  ")
          .append(i + 1)
          .append(". ")
          .append(path.get(i))
          .append(" -> ")
          .append(after);
    }
    return new AssertionError(text.toString(), broken);
  }
}
