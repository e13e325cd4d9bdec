/** Runs benchmarks in JVMs of their own, in rounds, so that whoever is compared is measured in turn. */
package dev.recloser.bench.measure;
