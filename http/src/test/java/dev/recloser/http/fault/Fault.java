package dev.recloser.http.fault;

import java.io.IOException;

/** What goes wrong with a connection. */
public interface Fault {

  /** Nothing. */
  Fault PASS = connection -> connection.write(connection.answer());

  /** What comes is no HTTP. */
  Fault GARBAGE = connection -> {
    var unused = connection.answer();
    connection.write("\0\1\2 what is this \377\r\n\r\n");
  };

  /** Lives through one connection, which is closed when this returns. */
  void on(Connection connection) throws IOException;

  /** Accepts, and says nothing until the client goes; runs something when the client has asked. */
  static Fault stall(Runnable then) {
    return connection -> {
      var unused = connection.request();
      then.run();
      connection.awaitEnd();
    };
  }

  /** Sends the answer byte by byte, and runs something after each, until the client goes. */
  static Fault trickle(Runnable afterEach) {
    return connection -> drip(connection, connection.answer(), afterEach);
  }

  /** Sends the head at once and then the body byte by byte, and runs something before each, until the client goes. */
  static Fault trickleTheBody(Runnable beforeEach) {
    return connection -> {
      String answer = connection.answer();
      int body = answer.indexOf("\r\n\r\n") + 4;
      connection.write(answer.substring(0, body));
      beforeEach.run();
      drip(connection, answer.substring(body), beforeEach);
    };
  }

  private static void drip(Connection connection, String text, Runnable afterEach)
      throws IOException {
    for (int i = 0; i < text.length(); i++) {
      connection.write(text.substring(i, i + 1));
      afterEach.run();
    }
  }
}
