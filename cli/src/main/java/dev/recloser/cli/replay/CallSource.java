package dev.recloser.cli.replay;

import dev.recloser.cli.terminal.Printable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The file, or standard input, that recorded calls are read from. */
final class CallSource {
  private static final String STANDARD_INPUT = "-";

  private final String name;
  private final @Nullable Path file;
  private final InputStream standardInput;

  private CallSource(String name, @Nullable Path file, InputStream standardInput) {
    this.name = name;
    this.file = file;
    this.standardInput = standardInput;
  }

  static CallSource of(String argument, InputStream standardInput) throws BadInputException {
    if (argument.equals(STANDARD_INPUT)) {
      return new CallSource("standard input", null, standardInput);
    }
    String name = Printable.of(argument);
    try {
      Path file = Path.of(argument);
      if (Files.isDirectory(file)) {
        throw new BadInputException(name + ": is a directory, but a file of calls is needed");
      }
      if (!Files.exists(file)) {
        throw new BadInputException(name + ": no such file");
      }
      return new CallSource(name, file, standardInput);
    } catch (InvalidPathException e) {
      throw new BadInputException(name + ": is not the name of a file");
    }
  }

  /** Returns the name to tell people. */
  String name() {
    return name;
  }

  /** Returns whether the same calls can be read again. */
  boolean isRepeatable() {
    return file != null && Files.isRegularFile(file);
  }

  /** Returns how many bytes there are to read; 0 if that is not known. */
  long size() {
    return file != null && isRepeatable() ? file.toFile().length() : 0;
  }

  /** Opens the raw bytes, which may be zipped. A stream of a channel could not read from a pipe. */
  InputStream open() throws BadInputException {
    if (file == null) {
      return standardInput;
    }
    if (!Files.isReadable(file)) {
      throw new BadInputException(name + ": may not be read: permission denied");
    }
    try {
      return new FileInputStream(file.toFile());
    } catch (IOException e) {
      throw new BadInputException(name + ": cannot be opened: " + e.getMessage());
    }
  }
}
