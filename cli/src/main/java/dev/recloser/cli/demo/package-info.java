/** A real service that breaks, and two clients that call it: one bare, one guarded. */
@NullMarked
package dev.recloser.cli.demo;

import org.jspecify.annotations.NullMarked;
