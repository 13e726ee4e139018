import { Type } from 'typebox';
import { answer, GUARD_FAILURES, responses, words } from './common.ts';
import type { RouteSchema } from './routes.ts';

/** The `/doctor` answer. */
export const DoctorAnswer = answer(
  {
    ok: Type.Boolean({ description: 'False as soon as one check failed.' }),
    checks: Type.Array(
      answer(
        {
          id: Type.String({ description: 'Stable.' }),
          status: words('ok', 'warn', 'fail'),
          message: Type.String(),
          cure: Type.Union([Type.String(), Type.Null()], {
            description: 'The one thing to do; null where all is well.',
          }),
        },
        'One thing that was looked at.',
      ),
    ),
  },
  'What is set up and what is missing.',
);

/** The format of Prometheus is no JSON: OpenAPI wants its type named. */
const MetricsAnswer = {
  description: 'Counters and gauges in the text format of Prometheus.',
  content: { 'text/plain': { schema: Type.String() } },
};

/** The documentation of the routes by which an installation is kept in order. */
export const UPKEEP_ROUTE_SCHEMAS: Readonly<Record<string, RouteSchema>> = {
  'GET /doctor': {
    summary: 'What is set up and what is missing, one cure each',
    response: responses(DoctorAnswer, GUARD_FAILURES),
  },
  'GET /metrics': {
    summary: 'Counters and gauges in the text format of Prometheus',
    response: responses(MetricsAnswer, GUARD_FAILURES),
  },
};
