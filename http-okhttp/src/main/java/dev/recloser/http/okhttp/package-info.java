/** An OkHttp interceptor with breakers, retries and limits. */
@NullMarked
package dev.recloser.http.okhttp;

import org.jspecify.annotations.NullMarked;
