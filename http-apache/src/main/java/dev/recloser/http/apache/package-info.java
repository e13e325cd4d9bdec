/** An interceptor for Apache HttpClient 5 with breakers, retries and limits. */
@NullMarked
package dev.recloser.http.apache;

import org.jspecify.annotations.NullMarked;
