/** What options may hold: each type here reads the text of one kind of value. */
@NullMarked
package dev.recloser.cli.option;

import org.jspecify.annotations.NullMarked;
