/** Runs autocannon against one URL in a process of its own and prints the result as JSON. Arguments: {url, token, seconds, amount, vary}. */
import autocannon from 'autocannon';

const { url, token, seconds, amount, vary } = JSON.parse(process.argv[2] ?? '{}');
let counter = 0;

const result = await autocannon({
  url,
  connections: 8,
  ...(amount === undefined ? { duration: seconds } : { amount }),
  headers: token === '' ? {} : { 'x-hermes-sidecar-token': token },
  ...(vary
    ? {
        requests: [
          {
            setupRequest: (request: autocannon.Request) => {
              counter += 1;
              // 60 characters, no two alike.
              const task = `Refactor the pool in queue.go, case ${String(counter).padStart(9, '0')} of the list`.padEnd(
                60,
                '.',
              );
              return { ...request, path: `/trace?task=${encodeURIComponent(task.slice(0, 60))}` };
            },
          },
        ],
      }
    : {}),
});
console.log(
  JSON.stringify({
    perSecond: result.requests.average,
    total: result.requests.total,
    non2xx: result.non2xx,
    errors: result.errors,
    p99: result.latency.p99,
  }),
);
