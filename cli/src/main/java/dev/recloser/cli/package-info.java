/** The `./recloser` command. Start reading at {@link dev.recloser.cli.Main}. */
@NullMarked
package dev.recloser.cli;

import org.jspecify.annotations.NullMarked;
