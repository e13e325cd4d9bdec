package dev.recloser.cli.demo;

import dev.recloser.ResilienceException;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.function.Supplier;

/** Sends requests, and takes an exception or a status of 500 or more for a failure. */
record HttpCaller(HttpClient http, Supplier<HttpRequest> requests) implements Client {

  @Override
  public Result call() throws InterruptedException {
    try {
      int status = http.send(requests.get(), BodyHandlers.discarding()).statusCode();
      return status < 500 ? Result.ANSWERED : Result.FAILED;
    } catch (IOException | ResilienceException e) {
      return Result.FAILED;
    }
  }
}
