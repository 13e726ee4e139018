import type { FastifyInstance, FastifyReply } from 'fastify';
import { isMapping, own } from '../../lib/json.ts';
import type { ApplyResult, RevertResult, WriteFailure } from '../../policy/edit/write-result.ts';
import { applyPolicy } from '../../service/apply.ts';
import { NO_RESTART } from '../../service/compaction.ts';
import type { ServiceContext } from '../../service/context.ts';
import { revertPolicy } from '../../service/revert.ts';
import { apiError, ERRORS, type ErrorCode, errorBody } from '../errors.ts';

/** `POST /apply` and `POST /apply/revert`: the only routes that write the policy. */
export function applyRoutes(app: FastifyInstance, context: ServiceContext): void {
  app.post('/apply', async (request, reply) => {
    const body = isMapping(request.body) ? request.body : {};
    if (own(body, 'action') === 'compaction') throw apiError('restart_unavailable', NO_RESTART);
    const result = await applyPolicy(context, {
      plan: own(body, 'plan'),
      policy: own(body, 'policy'),
      planId: Object.hasOwn(body, 'plan') ? undefined : own(body, 'plan_id'),
      ifMatch: request.headers['if-match'],
    });
    return sendApplied(reply, result);
  });
  app.post('/apply/revert', async (request, reply) => {
    const baseHash = isMapping(request.body) ? own(request.body, 'base_hash') : undefined;
    return sendReverted(reply, await revertPolicy(context, baseHash));
  });
}

function sendApplied(reply: FastifyReply, result: ApplyResult): FastifyReply {
  switch (result.kind) {
    case 'written':
    case 'unchanged':
      return reply.send({ ok: true, no_op: result.kind === 'unchanged', base_hash: result.hash });
    case 'conflict':
      return sendConflict(reply, result.hash);
    case 'rejected':
      return sendRefusal(reply, 'policy_rejected', result.errors.join('; '), { errors: result.errors });
    case 'failed':
      return sendFailure(reply, result);
  }
}

function sendReverted(reply: FastifyReply, result: RevertResult): FastifyReply {
  switch (result.kind) {
    case 'reverted':
      return reply.send({ ok: true, reverted: true, base_hash: result.hash, saved: result.saved });
    case 'conflict':
      return sendConflict(reply, result.hash);
    case 'no_snapshot':
      // Not an error on the wire: a stricter status would change what the console shows (spec: http 8).
      return reply.send({ ok: false, error: 'no snapshot' });
    case 'failed':
      return sendFailure(reply, result);
  }
}

function sendConflict(reply: FastifyReply, hash: string): FastifyReply {
  return sendRefusal(reply, 'policy_changed', undefined, { conflict: true, base_hash: hash });
}

function sendFailure(reply: FastifyReply, { problem, reason }: WriteFailure): FastifyReply {
  const codes = { read_only: 'policy_read_only', locked: 'policy_locked', io: 'policy_write_failed' } as const;
  return sendRefusal(reply, codes[problem], reason, { errors: [reason] });
}

function sendRefusal(reply: FastifyReply, code: ErrorCode, message: string | undefined, fields: object): FastifyReply {
  return reply.code(ERRORS[code].status).send({ ok: false, ...fields, ...errorBody(code, message) });
}
