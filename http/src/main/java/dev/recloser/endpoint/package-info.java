/**
 * Several endpoints of one service: which one the next call goes to, and which are left out for a while.
 *
 * <p>Start at {@link dev.recloser.endpoint.EndpointPool}; {@link dev.recloser.endpoint.OutlierDetection} says which
 * endpoints are ejected, {@link dev.recloser.endpoint.Choice} how one is chosen among the others. Nothing here knows
 * HTTP: an endpoint is any value.
 */
package dev.recloser.endpoint;
