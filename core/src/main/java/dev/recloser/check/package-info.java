/**
 * Argument checks with one wording (the argument, the rule, the value), and a log that cannot fail. Not exported.
 */
package dev.recloser.check;
