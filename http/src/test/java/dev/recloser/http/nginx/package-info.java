/** The client and a server that many people have in front of theirs. Left out where there is no nginx. */
@org.jspecify.annotations.NullMarked
package dev.recloser.http.nginx;
