/** What was measured, where, and the file that keeps it. */
package dev.recloser.bench.result;
