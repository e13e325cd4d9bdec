package dev.recloser.http.apache;

import java.io.InterruptedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.jspecify.annotations.Nullable;

/** The connection of one attempt, which can be broken off at any time: one that it gets later is not used any more. */
final class Breakable implements InvocationHandler {

  /*
   * The flag is set first, and then what there is is closed; a connection is got first, and then the flag is looked at: so one
   * of the two threads sees the other. It is a proxy since newer clients have methods here that older ones have not, with
   * bodies that would leave out what the real one does.
   */

  private final ExecRuntime connection;
  private volatile boolean broken;

  Breakable(ExecRuntime connection) {
    this.connection = connection;
  }

  /** Returns the connection, to be used by the attempt. */
  ExecRuntime connection() {
    return (ExecRuntime) Proxy.newProxyInstance(
        ExecRuntime.class.getClassLoader(), new Class<?>[] {ExecRuntime.class}, this);
  }

  void breakOff() {
    broken = true;
    connection.discardEndpoint();
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    Object result;
    try {
      result = method.invoke(connection, arguments);
    } catch (InvocationTargetException failure) {
      throw failure.getCause();
    }
    if (broken && method.getName().equals("acquireEndpoint")) {
      connection.discardEndpoint();
      throw new InterruptedIOException("interrupted");
    }
    return result;
  }
}
