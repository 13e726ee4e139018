/** The line of decision number `n`. */
export function lineOf(n: number, more: object = {}): string {
  const output = { profile: 'coder', model: 'm' };
  const record = { ts: 1_787_000_000 + n, cause: 'hard_rule', output, rule_id: 'r', task: `task ${n}`, id: `id-${n}` };
  return `${JSON.stringify({ ...record, ...more })}\n`;
}

/** The lines of the decisions from one number up to, not including, another. */
export function linesOf(from: number, to: number): string {
  return Array.from({ length: to - from }, (_, index) => lineOf(from + index)).join('');
}

/** The numbers of the decisions in what `log` printed. */
export function tasks(out: string): string[] {
  return [...out.matchAll(/task="task (\d+)"/g)].map((match) => match[1] ?? '');
}

/** The numbers from one up to, not including, another, as texts. */
export function numbers(from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, n) => String(from + n));
}
