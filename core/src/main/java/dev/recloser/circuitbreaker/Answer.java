package dev.recloser.circuitbreaker;

/** What the breaker says when asked for leave to make a call. */
sealed interface Answer permits Grant, Refusal {}
