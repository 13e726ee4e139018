import type { FastifyInstance } from 'fastify';
import { isMapping, own } from '../../lib/json.ts';
import type { ServiceContext } from '../../service/context.ts';
import { planPolicy } from '../../service/plan.ts';
import { apiError } from '../errors.ts';

/** `POST /plan`: what a change would write and what would come of it. Writes nothing. `changes` is the older name of `policy`. */
export function planRoute(app: FastifyInstance, context: ServiceContext): void {
  app.post('/plan', async (request, reply) => {
    const body = isMapping(request.body) ? request.body : {};
    const changes = Object.hasOwn(body, 'policy') ? own(body, 'policy') : own(body, 'changes');
    if (!isMapping(changes)) throw apiError('plan_required', "plan requires a 'policy' object");
    return reply.send(await planPolicy(context, changes));
  });
}
