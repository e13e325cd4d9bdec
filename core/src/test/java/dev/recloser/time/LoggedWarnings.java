package dev.recloser.time;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Keeps what a class logs to itself, until closed. */
public final class LoggedWarnings implements AutoCloseable {
  private final List<String> messages = new CopyOnWriteArrayList<>();
  private final Keeper keeper = new Keeper();
  private final Logger logger;
  private volatile boolean broken;

  public LoggedWarnings(Class<?> type) {
    logger = Logger.getLogger(type.getName());
    logger.setUseParentHandlers(false);
    logger.addHandler(keeper);
  }

  /** Throws at each message from now on, as an appender may whose disk is full. */
  public LoggedWarnings butFails() {
    broken = true;
    return this;
  }

  public List<String> messages() {
    return messages;
  }

  @Override
  public void close() {
    logger.removeHandler(keeper);
    logger.setUseParentHandlers(true);
  }

  private final class Keeper extends Handler {

    @Override
    public void publish(LogRecord record) {
      messages.add(record.getMessage());
      if (broken) {
        throw new IllegalStateException("the log is full");
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
