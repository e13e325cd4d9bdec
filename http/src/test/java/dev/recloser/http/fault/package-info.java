/** What a client does when a connection goes wrong: a proxy of our own breaks it, at the point where it is told to. */
package dev.recloser.http.fault;
