/** What a policy field must hold, for the fields where text can never be right. */
export type FieldType = 'number' | 'boolean';

const NUMBERS = [
  // tiers and hops
  ...['context_window', 'max_input_tokens', 'max_output', 'price_in', 'price_out', 'min_context', 'max_multiplier'],
  ...['hours_utc', 'weekdays', 'multiplier'],
  // classifier
  ...['temperature', 'max_tokens', 'timeout_seconds'],
  // blocklist.auto_breaker, compaction
  ...['threshold', 'window_seconds', 'base_cooldown_seconds', 'max_cooldown_seconds', 'backoff_multiplier'],
  ...['default_weight', 'required_provider_context_window'],
];

const BOOLEANS = ['enabled', 'deny', 'pin_primary', 'vision', 'tool_calling', 'structured_output'];

/** Signals that a rule may compare, by the type of their value. The others hold text. */
const NUMBER_SIGNALS = [
  ...['char_len', 'size_lines', 'num_files', 'num_requirements', 'est_input_tokens', 'utc_hour', 'utc_weekday'],
];
const BOOLEAN_SIGNALS = [
  ...['has_code', 'has_stacktrace', 'needs_vision', 'needs_structured_output', 'needs_tools', 'blocked_model'],
];

const FIELDS = typesByName(NUMBERS, BOOLEANS);
const SIGNALS = typesByName(NUMBER_SIGNALS, BOOLEAN_SIGNALS);

/**
 * The type of the field at a path of mapping keys (list positions left out), or null where text is possible. The schema uses each name for
 * one type wherever it stands, so the last key decides; in a rule's `when` it is the signal, and under `failure_weights` everything counts.
 */
export function fieldType(path: readonly string[]): FieldType | null {
  if (path[0] === 'rules' && path[1] === 'when') return SIGNALS.get(path[2] ?? '') ?? null;
  if (path.at(-2) === 'failure_weights') return 'number';
  return FIELDS.get(path.at(-1) ?? '') ?? null;
}

function typesByName(numbers: readonly string[], booleans: readonly string[]): ReadonlyMap<string, FieldType> {
  return new Map<string, FieldType>([
    ...numbers.map((name) => [name, 'number'] as const),
    ...booleans.map((name) => [name, 'boolean'] as const),
  ]);
}
