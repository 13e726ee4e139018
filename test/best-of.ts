/**
 * The shortest of several tries of a piece of work, in milliseconds; the first one under the limit ends them. What is bounded is the code, not the
 * machine: a burst of load makes one try slow, a fault all of them.
 */
export async function shortestOf(tries: number, limitMs: number, work: () => Promise<number>): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let n = 0; n < tries && shortest >= limitMs; n++) shortest = Math.min(shortest, await work());
  return shortest;
}
