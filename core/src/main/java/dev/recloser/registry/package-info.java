/**
 * Policies by name, and circuit breakers by key. Start with {@link dev.recloser.registry.Registry}, and with {@link
 * dev.recloser.registry.KeyedBreakers} where the names come from outside: hosts, tenants, users.
 */
package dev.recloser.registry;
