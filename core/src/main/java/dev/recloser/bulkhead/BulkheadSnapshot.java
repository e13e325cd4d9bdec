package dev.recloser.bulkhead;

/**
 * One consistent reading of a bulkhead.
 *
 * @param name the bulkhead's name
 * @param maxConcurrent how many calls may run at once
 * @param running how many do; more than may while the bulkhead is disabled, and for a while after that, or after the
 *     limit was lowered; in passing a permit that is being handed over counts as well
 * @param free how many more may
 * @param queue how many others may wait
 * @param queued how many do
 * @param rejected how many calls it refused, at once or after a wait, since it was made
 * @param abandoned how many callers gave up waiting, since it was made
 */
public record BulkheadSnapshot(
    String name,
    int maxConcurrent,
    int running,
    int free,
    int queue,
    int queued,
    long rejected,
    long abandoned) {

  static BulkheadSnapshot of(
      String name, BulkheadConfig config, long permits, long rejected, long abandoned) {
    int free = Permits.free(permits);
    return new BulkheadSnapshot(
        name,
        config.maxConcurrent(),
        config.maxConcurrent() - free,
        Math.max(0, free),
        config.queue(),
        Permits.waiting(permits),
        rejected,
        abandoned);
  }
}
