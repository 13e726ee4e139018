import { parse } from 'node:querystring';

/** Query parameters: the first non-blank value of each key. */
export type Query = Readonly<Record<string, string>>;

const NO_QUERY: Query = Object.freeze({});

/**
 * Parses a query string by the contract (spec: http 2.4): `+` is a space, blank values count as absent, the first value of
 * a repeated key wins. A bad escape stays as it was sent; bytes that are not UTF-8 become U+FFFD.
 */
export function parseQuery(text: string): Query {
  if (text === '') return NO_QUERY;
  // maxKeys 0: no key is cut away silently. The length of the request target (65536) is the bound.
  const parsed = parse(text, '&', '=', { maxKeys: 0 });
  const query: Record<string, string> = Object.create(null);
  for (const [key, value] of Object.entries(parsed)) {
    const first = Array.isArray(value) ? value.find((item) => item !== '') : value;
    if (first !== undefined && first !== '') query[key] = first;
  }
  return query;
}
