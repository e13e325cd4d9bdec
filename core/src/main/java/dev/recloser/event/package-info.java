/** What policies tell those who watch them: events, and the subscriptions to them. */
package dev.recloser.event;
