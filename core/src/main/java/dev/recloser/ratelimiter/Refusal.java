package dev.recloser.ratelimiter;

/**
 * A reason to refuse, and the exception that stands for all refusals for this reason.
 *
 * @param exception the exception
 */
record Refusal(RateLimitedException exception) implements Answer {}
