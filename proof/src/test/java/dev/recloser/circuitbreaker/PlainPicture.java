package dev.recloser.circuitbreaker;

import java.util.List;

/**
 * Writes down the plain breaker: all that decides what it will do. States are alike only if this is too; so what one
 * breaker forgets and the other does not tells them apart.
 */
final class PlainPicture {
  private final World world;
  private final PlainMachine machine;
  private final PlainEpoch epoch;

  private PlainPicture(World world) {
    this.world = world;
    this.machine = world.plain.machine();
    this.epoch = machine.epoch();
  }

  static String of(World world) {
    PlainPicture picture = new PlainPicture(world);
    return " plain " + picture.epoch.state + picture.history() + picture.age()
        + picture.rules() + picture.epoch.over + " next "
        + picture.machine.lastGoodCooldown().toNanos();
  }

  private String history() {
    PlainEpoch.History now = epoch.historyNow();
    return " " + Math.min(2, now.openings()) + ' '
        + Picture.lease(world, now.cooldown(), now.reclaimed());
  }

  private String age() {
    long age = world.now() - epoch.since;
    return switch (epoch.state) {
      case OPEN -> " left " + Math.max(0, epoch.history.cooldown().toNanos() - age);
      case HALF_OPEN ->
        epoch.isRamp
            ? " left " + Math.max(0, epoch.recovery.ramp().toNanos() - age) + " at "
                + epoch.untilWhole()
            : " " + epoch.probes.picture(world.now(), Picture.far(world))
                + epoch.nextLease().toNanos();
      default -> "";
    };
  }

  private List<List<String>> rules() {
    return machine.settings().rules().stream()
        .map(rule -> rule.picture(epoch.calls, epoch.since, world.now()))
        .toList();
  }
}
