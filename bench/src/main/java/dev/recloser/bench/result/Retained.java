package dev.recloser.bench.result;

/**
 * What a breaker retains on the heap.
 *
 * @param who the library
 * @param breakers over how many the mean was taken
 * @param used whether each had a full window of calls before
 * @param bytes the bytes of one
 * @param buildNanos how long making one took
 */
public record Retained(String who, int breakers, boolean used, double bytes, double buildNanos) {}
