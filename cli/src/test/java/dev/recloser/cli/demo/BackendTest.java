package dev.recloser.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A real service on a real port. */
class BackendTest {
  private final ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1);

  @AfterEach
  void stop() {
    scheduler.shutdownNow();
  }

  @Test
  void diesAndComesBackOnItsPort() throws Exception {
    try (Backend backend = Backend.start(scheduler)) {
      assertThat(status(backend)).isIn(200, 503);

      backend.fallIll(Ailment.DEATH);
      assertThatThrownBy(() -> status(backend)).isInstanceOf(ConnectException.class);

      backend.recover();
      assertThat(status(backend)).isIn(200, 503);
    }
  }

  @Test
  void answersNothingButErrorsWhileItIsBad() throws Exception {
    try (Backend backend = Backend.start(scheduler)) {
      backend.fallIll(Ailment.ERRORS);

      assertThat(status(backend)).isEqualTo(503);
    }
  }

  @Test
  void canBeClosedWhileItIsDead() throws Exception {
    Backend backend = Backend.start(scheduler);
    backend.fallIll(Ailment.DEATH);
    backend.close();

    assertThatThrownBy(() -> status(backend)).isInstanceOf(ConnectException.class);
  }

  private static int status(Backend backend) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) backend.address().toURL().openConnection();
    try {
      return connection.getResponseCode();
    } finally {
      connection.disconnect();
    }
  }
}
