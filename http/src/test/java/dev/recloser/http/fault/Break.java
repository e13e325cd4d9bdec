package dev.recloser.http.fault;

import java.io.IOException;

/** Ways for a connection to break on its own, from the earliest on. */
enum Break implements Fault {
  CLOSE_AFTER_ACCEPT(false, Ending.CLOSE, Place.BEFORE_HEADERS),
  RESET_BEFORE_HEADERS(true, Ending.RESET, Place.BEFORE_HEADERS),
  HALF_CLOSE_BEFORE_HEADERS(true, Ending.HALF_CLOSE, Place.BEFORE_HEADERS),
  RESET_MID_HEADERS(true, Ending.RESET, Place.MID_HEADERS),
  HALF_CLOSE_MID_HEADERS(true, Ending.HALF_CLOSE, Place.MID_HEADERS),
  RESET_MID_BODY(true, Ending.RESET, Place.MID_BODY),
  HALF_CLOSE_MID_BODY(true, Ending.HALF_CLOSE, Place.MID_BODY);

  /** How a connection ends. */
  private enum Ending {
    CLOSE,
    RESET,
    HALF_CLOSE
  }

  /** How much of the answer comes first. */
  private enum Place {
    BEFORE_HEADERS,
    MID_HEADERS,
    MID_BODY;

    String upTo(String answer) {
      return switch (this) {
        case BEFORE_HEADERS -> "";
        case MID_HEADERS -> answer.substring(0, answer.indexOf("\r\n") + 4);
        case MID_BODY -> answer.substring(0, answer.indexOf("\r\n\r\n") + 5);
      };
    }
  }

  /** Whether the server has been asked when it breaks. */
  final boolean asked;

  private final Ending ending;
  private final Place place;

  Break(boolean asked, Ending ending, Place place) {
    this.asked = asked;
    this.ending = ending;
    this.place = place;
  }

  @Override
  public void on(Connection connection) throws IOException {
    if (asked) {
      connection.write(place.upTo(connection.answer()));
    }
    if (ending == Ending.RESET) {
      connection.reset();
    } else if (ending == Ending.HALF_CLOSE) {
      connection.halfClose();
    }
  }
}
