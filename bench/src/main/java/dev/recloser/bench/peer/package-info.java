/** How each library is set up, with where its documentation says so. */
package dev.recloser.bench.peer;
