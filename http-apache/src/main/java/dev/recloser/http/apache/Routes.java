package dev.recloser.http.apache;

import java.util.Objects;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.net.URIAuthority;

/** Leads a request to another host than the one that the client has planned its route to. */
final class Routes {
  private Routes() {}

  /** Returns the scope of an attempt, with a route to the host of the request if that is another one than was asked for. */
  static ExecChain.Scope to(
      ClassicHttpRequest request,
      ClassicHttpRequest asked,
      ExecChain.Scope scope,
      ExecRuntime connection) {
    boolean same = Objects.equals(request.getAuthority(), asked.getAuthority())
        && Objects.equals(request.getScheme(), asked.getScheme());
    return new ExecChain.Scope(
        scope.exchangeId,
        same ? scope.route : route(request, scope.route),
        same ? scope.originalRequest : request,
        connection,
        scope.clientContext);
  }

  /** Returns a route by the same proxy, if there is one. */
  private static HttpRoute route(ClassicHttpRequest request, HttpRoute planned) {
    boolean secure = URIScheme.HTTPS.same(request.getScheme());
    URIAuthority authority = request.getAuthority();
    int port = authority.getPort() >= 0 ? authority.getPort() : secure ? 443 : 80;
    HttpHost target = new HttpHost(request.getScheme(), authority.getHostName(), port);
    return planned.getProxyHost() == null
        ? new HttpRoute(target, planned.getLocalAddress(), secure)
        : new HttpRoute(target, planned.getLocalAddress(), planned.getProxyHost(), secure);
  }
}
