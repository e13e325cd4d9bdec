/** A real service that breaks, and two clients that call it: one bare, one guarded; or several that break, and a pool. */
@NullMarked
package dev.recloser.cli.demo;

import org.jspecify.annotations.NullMarked;
