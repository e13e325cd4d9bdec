package dev.recloser.cli.replay;

/** How a recorded call ended. */
enum RecordedOutcome {
  OK(0),
  FAIL(1),
  IGNORED(2);

  private final int code;

  RecordedOutcome(int code) {
    this.code = code;
  }

  /** Returns a number of two bits. */
  int code() {
    return code;
  }

  static RecordedOutcome ofCode(int code) {
    return code == OK.code ? OK : code == FAIL.code ? FAIL : IGNORED;
  }

  static RecordedOutcome parse(Slice text) throws BadLineException {
    if (text.is("ok")) {
      return OK;
    }
    if (text.is("fail")) {
      return FAIL;
    }
    if (text.is("ignored")) {
      return IGNORED;
    }
    throw new BadLineException("outcome must be ok, fail or ignored, but was " + text.quoted());
  }
}
