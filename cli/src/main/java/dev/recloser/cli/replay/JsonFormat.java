package dev.recloser.cli.replay;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** A JSON object a line: {@code time_ms} is the start of the call; other fields are passed over. */
final class JsonFormat implements CallFormat {
  private static final String SHAPE =
      "{\"time_ms\":…,\"outcome\":\"ok|fail|ignored\",\"duration_ms\":…}";

  private final JsonFactory factory =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  @Override
  public RecordedCall parse(Slice line) throws BadLineException {
    try (JsonParser parser = factory.createParser(line.array(), line.offset(), line.length())) {
      RecordedCall call = call(parser, line);
      if (parser.nextToken() != null) {
        throw new BadLineException("expected one JSON object a line, but found " + line.quoted());
      }
      return call;
    } catch (JsonProcessingException e) {
      throw new BadLineException(
          "expected " + SHAPE + ", but this is not valid JSON: " + line.quoted());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private RecordedCall call(JsonParser parser, Slice line) throws IOException, BadLineException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw new BadLineException("expected " + SHAPE + ", but found " + line.quoted());
    }
    Long start = null;
    long duration = 0;
    RecordedOutcome outcome = null;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      switch (name) {
        case "time_ms" -> start = millis(name, parser);
        case "outcome" -> outcome = outcome(parser);
        case "duration_ms" -> duration = value == JsonToken.VALUE_NULL ? 0 : millis(name, parser);
        default -> parser.skipChildren();
      }
    }
    return RecordedCall.startedAt(
        required("time_ms", start, line), duration, required("outcome", outcome, line));
  }

  private static long millis(String name, JsonParser parser) throws IOException, BadLineException {
    if (!parser.currentToken().isNumeric()) {
      throw new BadLineException(name + " must be a number, but was " + found(parser));
    }
    BigDecimal value = parser.getDecimalValue();
    return Nanos.of(name, value, Nanos.MILLI_DIGITS);
  }

  private static RecordedOutcome outcome(JsonParser parser) throws IOException, BadLineException {
    if (parser.currentToken() != JsonToken.VALUE_STRING) {
      throw new BadLineException("outcome must be a string, but was " + found(parser));
    }
    return RecordedOutcome.parse(Slice.of(parser.getText()));
  }

  private static String found(JsonParser parser) throws IOException {
    return parser.currentToken().isStructStart()
        ? parser.currentToken().asString()
        : Slice.of(parser.getText()).quoted();
  }

  private static <T> T required(String name, @Nullable T value, Slice line)
      throws BadLineException {
    if (value == null) {
      throw new BadLineException(name + " is missing in " + line.quoted());
    }
    return value;
  }
}
