import type { Endpoint } from '../endpoint.ts';
import { ANTHROPIC_VERSION } from './anthropic-request.ts';

/** The headers of one request. They hold the key and go nowhere but into that request. */
export function headersFor(endpoint: Pick<Endpoint, 'wire' | 'key' | 'auth'>): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'hermes-smart-router',
  };
  if (endpoint.wire === 'anthropic') headers['anthropic-version'] = ANTHROPIC_VERSION;
  if (endpoint.key === null) return headers;
  if (endpoint.auth === 'bearer') headers.authorization = `Bearer ${endpoint.key}`;
  else headers['x-api-key'] = endpoint.key;
  return headers;
}
