package dev.recloser.bench.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Reads and writes records as JSON. */
public final class JsonFile {
  private static final ObjectMapper MAPPER = JsonMapper.builder()
      .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
      .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
      .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
      .enable(SerializationFeature.INDENT_OUTPUT)
      .build();

  private JsonFile() {}

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read, or holds something else; the message names the file
   */
  public static <T> T read(Path file, TypeReference<T> type) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException(file + ": there is no such file");
    }
    T value;
    try {
      value = MAPPER.readValue(file.toFile(), type);
    } catch (JsonProcessingException e) {
      throw new IOException(file + ": " + e.getOriginalMessage(), e);
    }
    if (value == null) {
      throw new IOException(file + ": holds nothing");
    }
    return value;
  }

  /** Writes a file, with the folder that it is in, or leaves the old one. */
  public static void write(Path file, Object value) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(draft, MAPPER.writeValueAsString(value) + "\n");
    Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
  }
}
