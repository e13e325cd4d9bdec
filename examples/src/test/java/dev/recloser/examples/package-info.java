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
 * <p>Of some lines only the core's part can be shown today. The rest waits for the HTTP client:
 *
 * <ul>
 *   <li>S000-3 (a client without a breaker rejects nothing): waits for the HTTP client.
 *   <li>S000-4 (one ready breaker for a client, all hosts): shown with one breaker for two hosts; the client's builder
 *       waits for the HTTP client.
 *   <li>S000-7 (retry outside, breaker inside, whatever the builder's order): shown nested by hand; the builder's order
 *       waits for the HTTP client.
 *   <li>S000-9, S000-11, S000-28, S000-29 (status codes): shown with exchanges as results; a server that answers them
 *       waits for the HTTP client.
 *   <li>S000-10 (transport failures): shown with the JDK's client against a closed port; {@code ResilientHttpClient.send}
 *       waits for the HTTP client.
 *   <li>S000-12 (a body handler that throws): shown with an exception of the exchange; the handler waits for the HTTP
 *       client.
 *   <li>S000-15, S000-16 (what send throws, and no exchange when open): shown with {@code call} and {@code callAsync};
 *       {@code send} and {@code sendAsync} waits for the HTTP client.
 *   <li>S000-34 (one instance for all requests of a client): shown with many threads on one breaker; a hundred sends at
 *       once waits for the HTTP client.
 *   <li>S004-50, S004-51 (a breaker an endpoint, in a pool): waits for the HTTP client.
 *   <li>S004-52 (policies that take effect through the client's builder): waits for the HTTP client.
 * </ul>
 *
 * <p>S001-11 asks for a pipeline with a fallback, which comes with the pipeline; the same is shown with {@code callOrElse}
 * and a catch. So is S004-53, with a component that composes retry and breaker itself.
 */
@NullMarked
package dev.recloser.examples;

import org.jspecify.annotations.NullMarked;
