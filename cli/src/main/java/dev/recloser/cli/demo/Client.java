package dev.recloser.cli.demo;

/** Somebody who calls the service. */
interface Client {

  /** How one call ended for the caller. */
  enum Result {
    /** The service answered. */
    ANSWERED,
    /** There was no good answer. */
    FAILED,
    /** The service was not asked at all. */
    REJECTED
  }

  /** Makes one call and waits for its end. */
  Result call() throws InterruptedException;
}
