package dev.recloser.ratelimiter;

/** What comes of asking for a permit. */
sealed interface Answer permits Verdict, Reservation, Refusal {}
