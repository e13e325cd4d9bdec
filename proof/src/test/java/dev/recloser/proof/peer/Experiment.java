package dev.recloser.proof.peer;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks the test that plays one experiment on ours, and where it is cheap on the peer as well. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface Experiment {

  /** Returns the number of the experiment. */
  String value();

  /** Returns what Resilience4j 2.4.0 does. */
  String peer();

  /** Returns what ours does. */
  String ours();

  /** Returns whether the test also asserts that the peer does what is said of it. */
  boolean playedOnPeer() default true;
}
