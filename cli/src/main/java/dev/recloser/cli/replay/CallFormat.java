package dev.recloser.cli.replay;

/** A way to write down a call on one line. */
interface CallFormat {

  /** Reads the call of one line that is neither blank nor a comment. */
  RecordedCall parse(Slice line) throws BadLineException;
}
