/** Where a command reads and writes. */
@NullMarked
package dev.recloser.cli.terminal;

import org.jspecify.annotations.NullMarked;
