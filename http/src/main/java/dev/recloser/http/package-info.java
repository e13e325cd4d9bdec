/** A client of {@code java.net.http} with breakers, retries and limits. */
package dev.recloser.http;
