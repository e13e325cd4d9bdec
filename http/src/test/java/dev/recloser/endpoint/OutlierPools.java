package dev.recloser.endpoint;

import static dev.recloser.endpoint.Pools.outcomes;

import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

/** Pools that eject outliers, and what they did. */
final class OutlierPools {
  static final Duration INTERVAL = Duration.ofSeconds(10);
  static final Duration BASE = Duration.ofSeconds(30);

  final ManualTimeSource time = new ManualTimeSource();
  final List<EndpointEvent> events = new ArrayList<>();

  EndpointPool<String> pool(OutlierDetection.Builder detection) {
    return pool(detection, new Random(1), "a", "b", "c", "d", "e");
  }

  EndpointPool<String> pool(
      OutlierDetection.Builder detection, RandomGenerator random, String... endpoints) {
    EndpointPool<String> pool = Pools.of(time, endpoints)
        .ejectOutliers(detection.build())
        .panicThreshold(0)
        .random(random)
        .build();
    pool.onEvent(events::add);
    return pool;
  }

  void endInterval(EndpointPool<String> pool) {
    time.advance(INTERVAL);
    pool.acquire().released();
  }

  static void good(EndpointPool<String> pool, int calls, String... endpoints) {
    for (String endpoint : endpoints) {
      outcomes(pool, endpoint, calls, 0);
    }
  }
}
