package dev.recloser.examples;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** The remote inventory that the guide calls. */
final class Inventory {
  private boolean down;
  private int requests;

  String get(String sku) throws IOException {
    requests++;
    if (down) {
      throw new IOException("no answer");
    }
    return "7 of " + sku;
  }

  CompletableFuture<String> getAsync(String sku) {
    try {
      return CompletableFuture.completedFuture(get(sku));
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  void delete(String sku) throws IOException {
    get(sku);
  }

  void goDown() {
    down = true;
  }

  void comeBack() {
    down = false;
  }

  int requests() {
    return requests;
  }
}
