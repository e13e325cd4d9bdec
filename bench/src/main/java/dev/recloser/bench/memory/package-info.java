/** What breakers retain on the heap. */
package dev.recloser.bench.memory;
