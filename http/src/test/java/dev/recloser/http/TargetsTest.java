package dev.recloser.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetsTest {

  @ParameterizedTest
  @CsvSource({
    "http://a:81,       http://name/items/1?q=x%20y, http://a:81/items/1?q=x%20y",
    "http://a:81/,      http://name/items/,          http://a:81/items/",
    "https://a/base,    http://name/items,           https://a/base/items",
    "https://a/base/,   http://name,                 https://a/base/",
    "http://[::1]:81,   http://name/a%2Fb,           http://[::1]:81/a%2Fb",
    "http://a_b:81,     http://name/x#part,          http://a_b:81/x"
  })
  void theEndpointComesInPlaceOfTheHost(URI endpoint, URI asked, URI target) {
    assertThat(Targets.at(endpoint, asked)).isEqualTo(target);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a:81", "/path", "ftp://a", "http:a"})
  void anEndpointMustBeAnAddress(String endpoint) {
    assertThatThrownBy(() -> Targets.at(URI.create(endpoint), URI.create("http://name/")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("endpoint must be an absolute http or https address, but was " + endpoint);
  }

  @Test
  void hostsAreToldApartByPort() {
    assertThat(Hosts.of(URI.create("http://Name/x"))).isEqualTo("name:80");
    assertThat(Hosts.of(URI.create("https://name/x"))).isEqualTo("name:443");
    assertThat(Hosts.of(URI.create("http://name:81/x"))).isEqualTo("name:81");
    assertThat(Hosts.of(URI.create("http://[::1]/x"))).isEqualTo("[::1]:80");
  }
}
