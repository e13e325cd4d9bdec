/**
 * What a client's own adapter tells of its requests, responses and exchanges. For adapters of this project: it may change
 * with any release.
 */
package dev.recloser.http.spi;
