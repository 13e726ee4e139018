import type { FastifyInstance } from 'fastify';

/** The methods each registered path answers; filled while routes register. */
export interface KnownPaths {
  /** Methods of a path (without its query), or `null` for a path that no route answers. */
  methodsOf(path: string): readonly string[] | null;
}

/** Remembers every route of the app, so that a known path with a wrong method is told from an unknown path. */
export function rememberPaths(app: FastifyInstance): KnownPaths {
  const exact = new Map<string, string[]>();
  const patterns: { readonly pattern: RegExp; readonly methods: string[] }[] = [];
  const methodsFor = (url: string): string[] => {
    const known = exact.get(url);
    if (known !== undefined) return known;
    const methods: string[] = [];
    exact.set(url, methods);
    if (url.includes(':')) patterns.push({ pattern: new RegExp(`^${url.replace(/:[^/]+/g, '[^/]+')}$`), methods });
    return methods;
  };
  app.addHook('onRoute', (route) => {
    methodsFor(route.url).push(...[route.method].flat());
  });
  return {
    methodsOf: (path) => exact.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.methods ?? null,
  };
}
