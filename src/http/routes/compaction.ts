import type { FastifyInstance } from 'fastify';
import { readCompaction } from '../../service/compaction.ts';
import type { ServiceContext } from '../../service/context.ts';
import { apiError } from '../errors.ts';
import type { Query } from '../query.ts';

/** Aggressiveness where none is asked for: the panel's preset Balanced. */
const BALANCED = 50;

/** `GET /compaction?aggr=0..100`: when long conversations are compacted, and by which model. */
export function compactionRoute(app: FastifyInstance, context: ServiceContext): void {
  app.get<{ Querystring: Query }>('/compaction', (request, reply) =>
    reply.send(readCompaction(context, readAggressiveness(request.query.aggr))),
  );
}

function readAggressiveness(text: string | undefined): number {
  if (text === undefined) return BALANCED;
  const value = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (value <= 100) return value;
  throw apiError('invalid_field', 'aggr must be an integer between 0 and 100');
}
