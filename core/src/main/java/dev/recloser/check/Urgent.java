package dev.recloser.check;

/**
 * A timer's task of our own that ends at once. It runs no code of the user's, and so need not wait for a thread behind tasks
 * that do, and may block.
 */
public interface Urgent extends Runnable {}
