/** Argument checks with one wording: the argument, the rule, the value. Not exported. */
package dev.recloser.check;
