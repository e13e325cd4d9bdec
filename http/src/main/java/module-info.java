import org.jspecify.annotations.NullMarked;

/** An HTTP client that keeps its caller standing, and a pool of endpoints that turns the sick away. */
@NullMarked
module dev.recloser.http {
  requires static org.jspecify;
  requires transitive dev.recloser.core;
  requires transitive java.net.http;

  exports dev.recloser.endpoint;
  exports dev.recloser.http;
}
