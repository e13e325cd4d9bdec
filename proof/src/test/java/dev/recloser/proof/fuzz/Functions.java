package dev.recloser.proof.fuzz;

import dev.recloser.Backoff;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Draws callbacks: some return what is fine, some null or nonsense, some throw. */
final class Functions {

  /** What a callback throws; where it is documented to come out it is no surprise. */
  static final class CallbackFault extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final Random random;

  Functions(Random random) {
    this.random = random;
  }

  Backoff backoff() {
    int kind = random.nextInt(4);
    return (attempt, previous, generator) -> switch (kind) {
      case 0 -> Duration.ofNanos(-1);
      case 1 -> Duration.ofSeconds(Long.MAX_VALUE);
      case 2 -> throw new CallbackFault();
      default -> Duration.ofMillis(attempt);
    };
  }

  /** Returns a callback of an interface with one method to write; null for other interfaces. */
  @Nullable
  Object of(Class<?> type) {
    Optional<Method> single = Arrays.stream(type.getMethods())
        .filter(method -> (method.getModifiers() & java.lang.reflect.Modifier.ABSTRACT) != 0)
        .findFirst();
    if (single.isEmpty() || type.isSealed()) {
      return null;
    }
    boolean faulty = random.nextInt(3) == 0;
    InvocationHandler handler = (proxy, method, arguments) -> {
      if (method.getDeclaringClass() == Object.class) {
        return switch (method.getName()) {
          case "hashCode" -> System.identityHashCode(proxy);
          case "equals" -> proxy == arguments[0];
          default -> "a callback";
        };
      }
      if (method.isDefault()) {
        return InvocationHandler.invokeDefault(proxy, method, arguments);
      }
      if (faulty) {
        throw new CallbackFault();
      }
      return proxy instanceof UnaryOperator ? arguments[0] : result(method.getReturnType());
    };
    return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
  }

  private @Nullable Object result(Class<?> type) {
    if (type == boolean.class) {
      return random.nextBoolean();
    }
    return type == Throwable.class ? new IOException("made by a callback") : null;
  }
}
