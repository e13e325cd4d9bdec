package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.circuitbreaker.CircuitBreaker;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that is a module needs the core's jar and nothing else. */
class ModuleUserTest {

  @Test
  void aModuleCompilesAgainstTheCoreAlone(@TempDir Path folder)
      throws IOException, URISyntaxException {
    Path module = folder.resolve("module-info.java");
    Path program = folder.resolve("App.java");
    Files.writeString(module, "module app { requires dev.recloser.core; }");
    Files.writeString(program, """
        package app;

        import dev.recloser.circuitbreaker.CircuitBreaker;
        import dev.recloser.retry.Retry;

        final class App {
          private final CircuitBreaker breaker = CircuitBreaker.builder("b")
              .failOnResult(result -> result == null)
              .build();
          private final Retry retry = Retry.ofDefaults("b");

          String call() {
            return retry.call(() -> breaker.callOrElse(() -> "called", rejection -> rejection.reason()));
          }
        }
        """);
    StringWriter messages = new StringWriter();

    assertThat(compile(messages, folder, module, program))
        .as(messages.toString())
        .isTrue();
    assertThat(messages.toString()).isEmpty();
  }

  private static boolean compile(StringWriter messages, Path folder, Path... files)
      throws URISyntaxException {
    Path core = Path.of(
        CircuitBreaker.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<String> options =
        List.of("-Xlint:all", "-Werror", "--module-path", core.toString(), "-d", folder.toString());
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    return compiler
        .getTask(
            messages,
            null,
            null,
            options,
            null,
            compiler.getStandardFileManager(null, null, null).getJavaFileObjects(files))
        .call();
  }
}
