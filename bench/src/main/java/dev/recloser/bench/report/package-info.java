/** Tables and charts of results, for people. */
package dev.recloser.bench.report;
