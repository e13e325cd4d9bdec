package dev.recloser.cli.terminal;

/** Keeps what a person typed on one line when it is told back to them. */
public final class Printable {

  private Printable() {}

  /** Returns the text with every control character as its escape. */
  public static String of(String text) {
    StringBuilder printable = new StringBuilder();
    text.chars().forEach(c -> {
      if (Character.isISOControl(c)) {
        printable.append(String.format("\\u%04x", c));
      } else {
        printable.append((char) c);
      }
    });
    return printable.toString();
  }
}
