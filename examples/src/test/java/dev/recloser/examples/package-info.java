/**
 * The four documents that this project was asked to implement, played through its API; and the code of the guide.
 *
 * <p>A comment such as {@code S000-17} names the line of the project's checklist that a test shows: the number of the
 * document, then of the statement in it. Where a document's class behaves otherwise than ours, the test says so.
 *
 * <ul>
 *   <li>000, a breaker on consecutive failures: {@code ConsecutiveFailureBreakerTest}, {@code
 *       AttemptsThroughABreakerTest}, {@code HttpExchangeBreakerTest}, {@code InjectedClockTest}, {@code ManyThreadsTest}
 *   <li>001, a breaker on a sliding window: {@code SlidingWindowBreakerTest}, {@code ProductServiceTraceTest}
 *   <li>002, a breaker driven by hand: {@code ManualProtocolTest}, {@code ExternalServiceTest}
 *   <li>004, retry and breaker for any task: {@code RetryAndBreakerTest}, {@code RetryDefaultsTest}, {@code
 *       RetryBackoffTest}, {@code EverydayTasksTest}, {@code ManyThreadsTest}, {@code CoreBoundariesTest}
 * </ul>
 *
 * <p>Of some lines only the core's part can be shown today, or nothing at all:
 *
 * <ul>
 *   <li>S000-3 waits for the HTTP client: one without a breaker rejects nothing.
 *   <li>S000-4 waits for the HTTP client: its builder takes one ready breaker. One breaker for two hosts is shown.
 *   <li>S000-7 waits for the HTTP client: retry is outside whatever the builder's order. Nesting by hand is shown.
 *   <li>S000-9 waits for the HTTP client, and a server that answers with each status. Exchanges as results are shown.
 *   <li>S000-10 waits for the HTTP client's own {@code send}. That of the JDK to a closed port is shown.
 *   <li>S000-11 waits for the HTTP client, as S000-9 does.
 *   <li>S000-12 waits for the HTTP client: a body handler that throws. An exchange that throws is shown.
 *   <li>S000-15 waits for the HTTP client: what {@code send} throws. What {@code call} does is shown.
 *   <li>S000-16 waits for the HTTP client: the server counts. Counting the exchanges at the caller is shown.
 *   <li>S000-28 waits for the HTTP client, as S000-9 does.
 *   <li>S000-29 waits for the HTTP client and its Retry-After. Results with a hint are shown.
 *   <li>S000-34 waits for the HTTP client: a hundred sends at once. Many threads on one breaker are shown.
 *   <li>S004-50 waits for the HTTP client: a retry and a pool for HTTP.
 *   <li>S004-51 waits for the HTTP client: a breaker an endpoint.
 *   <li>S004-52 waits for the HTTP client: policies take effect through its builder.
 * </ul>
 *
 * <p>S001-11 asks for a pipeline with a fallback, which comes with the pipeline; the same is shown with {@code callOrElse}
 * and a catch. So is S004-53, with a component that composes retry and breaker itself.
 */
@NullMarked
package dev.recloser.examples;

import org.jspecify.annotations.NullMarked;
