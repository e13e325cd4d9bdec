import org.jspecify.annotations.NullMarked;

/** Policies that keep a caller standing when what it calls does not. */
@NullMarked
@SuppressWarnings("module") // Modules of ours that are built later are named here.
module dev.recloser.core {
  requires static org.jspecify;

  exports dev.recloser;
  exports dev.recloser.bulkhead;
  exports dev.recloser.check to
      dev.recloser.http,
      dev.recloser.http.apache,
      dev.recloser.http.okhttp,
      dev.recloser.http.spring;
  exports dev.recloser.circuitbreaker;
  exports dev.recloser.classify to
      dev.recloser.http;
  exports dev.recloser.event;
  exports dev.recloser.ratelimiter;
  exports dev.recloser.registry;
  exports dev.recloser.retry;
  exports dev.recloser.time;
  exports dev.recloser.timeout;
}
