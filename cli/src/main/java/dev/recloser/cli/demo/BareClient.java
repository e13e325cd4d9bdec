package dev.recloser.cli.demo;

import java.io.IOException;

/** Calls the service with nothing in between. */
record BareClient(Connection connection) implements Client {

  @Override
  public Result call() throws InterruptedException {
    try {
      connection.send();
      return Result.ANSWERED;
    } catch (IOException e) {
      return Result.FAILED;
    }
  }
}
