import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../../service/context.ts';
import { type AnswerCounts, readMetrics } from '../../service/metrics.ts';

/** `GET /metrics`: counters and gauges in the text format of Prometheus. Needs the token as everything else does. */
export function metricsRoute(app: FastifyInstance, context: ServiceContext, answers: AnswerCounts): void {
  app.get('/metrics', async (_request, reply) => {
    const { text, contentType } = await readMetrics(context, answers);
    return reply.header('content-type', contentType).send(Buffer.from(text));
  });
}
