/** What happens to a caller whose back ends are killed and come back: real processes, real sockets, real time. */
package dev.recloser.http.trial;
