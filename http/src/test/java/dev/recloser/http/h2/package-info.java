/** The client over HTTP/2, where exchanges share a connection. */
@org.jspecify.annotations.NullMarked
package dev.recloser.http.h2;
