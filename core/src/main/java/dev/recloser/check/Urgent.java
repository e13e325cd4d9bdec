package dev.recloser.check;

/**
 * A timer's task that ends a wait or a call. It starts no task of the user's, and need not wait for a thread behind those
 * that do, and may block.
 */
public interface Urgent extends Runnable {}
