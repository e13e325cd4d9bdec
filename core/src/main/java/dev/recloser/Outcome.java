package dev.recloser;

/** How a guarded call ended, as far as the health of the dependency goes. */
public enum Outcome {

  /** The dependency answered as it should. */
  SUCCESS,

  /** The dependency failed. */
  FAILURE,

  /** The call says nothing about the dependency: it was cancelled, refused further in, or its own fault. */
  IGNORED
}
