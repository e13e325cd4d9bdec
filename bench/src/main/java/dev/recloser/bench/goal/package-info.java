/** What the design asks for, floors under it, and how a result stands to both. */
package dev.recloser.bench.goal;
