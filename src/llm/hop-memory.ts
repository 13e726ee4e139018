import { LRUCache } from 'lru-cache';
import type { Endpoint } from './endpoint.ts';
import { fullShape, type RequestShape, type WireRequest } from './request-shape.ts';

/** What was learned about endpoints, so that only the first call pays for it. Lives as long as the process. */
export interface HopMemory {
  /** The shape to begin with: the one that was accepted last time, else the fullest. */
  shapeFor(endpoint: Endpoint, request: WireRequest): RequestShape;
  /** A fuller shape was turned down in favour of this one. */
  shapeAccepted(endpoint: Endpoint, request: WireRequest, shape: RequestShape): void;
  /** The address to try first and, behind it, the one to try when that refuses the key. */
  addresses(endpoint: Endpoint): readonly [URL, ...URL[]];
  /** This address took the key. */
  addressWorked(endpoint: Endpoint, url: URL): void;
}

/** Enough for every route of one installation. */
const MAX_REMEMBERED = 200;

/** A memory that knows nothing yet. */
export function openHopMemory(): HopMemory {
  const shapes = new LRUCache<string, RequestShape>({ max: MAX_REMEMBERED });
  const plans = new LRUCache<string, true>({ max: MAX_REMEMBERED });
  const place = (endpoint: Endpoint): string => JSON.stringify([endpoint.url.href, endpoint.keyId]);
  // A request without a temperature says nothing about whether one is taken: it gets an entry of its own.
  const shapeKey = (endpoint: Endpoint, request: WireRequest): string =>
    JSON.stringify([endpoint.url.href, endpoint.model, fullShape(request, endpoint.sendsMaxTokens)]);
  return {
    shapeFor: (endpoint, request) =>
      shapes.get(shapeKey(endpoint, request)) ?? fullShape(request, endpoint.sendsMaxTokens),
    shapeAccepted: (endpoint, request, shape) => {
      shapes.set(shapeKey(endpoint, request), shape);
    },
    addresses: (endpoint) => {
      if (endpoint.planUrl === null) return [endpoint.url];
      return plans.has(place(endpoint)) ? [endpoint.planUrl, endpoint.url] : [endpoint.url, endpoint.planUrl];
    },
    addressWorked: (endpoint, url) => {
      if (url === endpoint.planUrl) plans.set(place(endpoint), true);
      else plans.delete(place(endpoint));
    },
  };
}
