/**
 * The four documents that this project was asked to implement, played through its API; and the code of the guide.
 *
 * <p>A comment such as {@code S000-17} names the line of the project's checklist that a test shows: the number of the
 * document, then of the statement in it. Where a document's class behaves otherwise than ours, the test says so.
 *
 * <ul>
 *   <li>000, a breaker on consecutive failures: {@code ConsecutiveFailureBreakerTest}, {@code
 *       AttemptsThroughABreakerTest}, {@code HttpExchangeBreakerTest}, {@code HttpClientBreakerTest}, {@code InjectedClockTest}, {@code ManyThreadsTest}
 *   <li>001, a breaker on a sliding window: {@code SlidingWindowBreakerTest}, {@code ProductServiceTraceTest}
 *   <li>002, a breaker driven by hand: {@code ManualProtocolTest}, {@code ExternalServiceTest}
 *   <li>004, retry and breaker for any task: {@code RetryAndBreakerTest}, {@code RetryDefaultsTest}, {@code
 *       RetryBackoffTest}, {@code EverydayTasksTest}, {@code ManyThreadsTest}, {@code CoreBoundariesTest}
 * </ul>
 *
 * <p>S001-11 asks for a pipeline with a fallback, which comes with the pipeline; the same is shown with {@code callOrElse}
 * and a catch. So is S004-53, with a component that composes retry and breaker itself.
 */
@NullMarked
package dev.recloser.examples;

import org.jspecify.annotations.NullMarked;
