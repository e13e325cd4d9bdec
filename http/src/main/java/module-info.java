import org.jspecify.annotations.NullMarked;

/** An HTTP client that keeps its caller standing, and a pool of endpoints that turns the sick away. */
@NullMarked
@SuppressWarnings("module") // The adapters that are built later are named here.
module dev.recloser.http {
  requires static org.jspecify;
  requires transitive dev.recloser.core;
  requires transitive java.net.http;

  exports dev.recloser.endpoint;
  exports dev.recloser.http;
  exports dev.recloser.http.spi to
      dev.recloser.http.apache,
      dev.recloser.http.okhttp,
      dev.recloser.http.spring;
}
