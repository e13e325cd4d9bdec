package dev.recloser.http.fault;

import java.io.IOException;

/** Ways for a connection to break on its own, from the earliest on. */
enum Break implements Fault {
  CLOSE_AFTER_ACCEPT(false) {
    @Override
    public void on(Connection connection) {}
  },
  RESET_BEFORE_HEADERS(true) {
    @Override
    public void on(Connection connection) throws IOException {
      var unused = connection.answer();
      connection.reset();
    }
  },
  HALF_CLOSE_BEFORE_HEADERS(true) {
    @Override
    public void on(Connection connection) throws IOException {
      var unused = connection.answer();
      connection.halfClose();
    }
  },
  RESET_MID_HEADERS(true) {
    @Override
    public void on(Connection connection) throws IOException {
      String answer = connection.answer();
      connection.write(answer.substring(0, answer.indexOf("\r\n") + 4));
      connection.reset();
    }
  },
  HALF_CLOSE_MID_HEADERS(true) {
    @Override
    public void on(Connection connection) throws IOException {
      String answer = connection.answer();
      connection.write(answer.substring(0, answer.indexOf("\r\n") + 4));
      connection.halfClose();
    }
  },
  RESET_MID_BODY(true) {
    @Override
    public void on(Connection connection) throws IOException {
      String answer = connection.answer();
      connection.write(answer.substring(0, answer.indexOf("\r\n\r\n") + 5));
      connection.reset();
    }
  },
  HALF_CLOSE_MID_BODY(true) {
    @Override
    public void on(Connection connection) throws IOException {
      String answer = connection.answer();
      connection.write(answer.substring(0, answer.indexOf("\r\n\r\n") + 5));
      connection.halfClose();
    }
  };

  /** Whether the server has been asked when it breaks. */
  final boolean asked;

  Break(boolean asked) {
    this.asked = asked;
  }
}
