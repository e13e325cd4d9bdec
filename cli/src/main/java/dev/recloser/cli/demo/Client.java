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

  /** Returns the client's name, which is also the path it asks for. */
  String name();

  /** Makes one call and waits for its end. */
  Result call() throws InterruptedException;
}
