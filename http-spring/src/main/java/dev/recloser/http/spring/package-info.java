/** An interceptor for Spring's {@code RestClient} and {@code RestTemplate} with breakers, retries and limits. */
@NullMarked
package dev.recloser.http.spring;

import org.jspecify.annotations.NullMarked;
