/** How throwables are told apart: by cause, by type, by predicate. Not exported. */
package dev.recloser.classify;
