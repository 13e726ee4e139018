import type { FastifyInstance } from 'fastify';

/**
 * Counts answers by status from now on. Must be installed before the routes. What is answered on a socket where no request could be read is not
 * among them.
 */
export function countAnswers(app: FastifyInstance): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  app.addHook('onResponse', (_request, reply, done) => {
    counts.set(reply.statusCode, (counts.get(reply.statusCode) ?? 0) + 1);
    done();
  });
  return counts;
}
