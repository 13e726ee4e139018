import type { FastifyInstance } from 'fastify';
import { readBlocklist } from '../../service/blocklist.ts';
import type { ServiceContext } from '../../service/context.ts';

/** `GET /blocklist`: manual bans, breaker cooldowns and the settings behind them. */
export function blocklistRoute(app: FastifyInstance, context: ServiceContext): void {
  app.get('/blocklist', (_request, reply) => reply.send(readBlocklist(context)));
}
