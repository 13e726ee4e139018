/** What `extractSignals` measures on one task text. Keys are the wire's; lists hold strings in sorted order. */
export interface Features {
  /** Unicode code points in the text as given. */
  readonly char_len: number;
  readonly has_code: boolean;
  /** Lines of code the task speaks of (`~40 lines`, `10k LOC`); 0 when it names none. */
  readonly size_lines: number;
  /** Files the task speaks of; the upper bound of a range such as `3-5 files`. */
  readonly num_files: number;
  readonly has_stacktrace: boolean;
  /** Bullet and numbered lines. */
  readonly num_requirements: number;
  readonly verb_class: 'hard' | 'trivial' | 'unknown';
  /** First language of the table that the text names, or `""`. */
  readonly lang: string;
  /** Review words present, sorted. */
  readonly keywords: readonly string[];
  /** Estimated input tokens: see `estimateTokens`. */
  readonly est_input_tokens: number;
  readonly needs_vision: boolean;
  readonly needs_structured_output: boolean;
  readonly needs_tools: boolean;
  readonly attachment_kinds: readonly string[];
}

/** Names of the 14 features that `extractSignals` produces. */
export const EXTRACTED_FEATURE_NAMES = [
  'char_len',
  'has_code',
  'size_lines',
  'num_files',
  'has_stacktrace',
  'num_requirements',
  'verb_class',
  'lang',
  'keywords',
  'est_input_tokens',
  'needs_vision',
  'needs_structured_output',
  'needs_tools',
  'attachment_kinds',
] as const satisfies readonly (keyof Features)[];

/** Features that a caller adds to the vector: the clock's and the role fixed by the caller. Absent ones never match. */
export const INJECTED_FEATURE_NAMES = ['utc_hour', 'utc_weekday', 'assignee'] as const;

/** Names of the word lists that a policy's `signals:` key may extend. */
export const SIGNAL_LIST_NAMES = ['hard', 'trivial', 'code', 'review', 'tools', 'structured'] as const;

/** A word list that can be extended. */
export type SignalListName = (typeof SIGNAL_LIST_NAMES)[number];

/** Extra words per list, as the policy's `signals:` key gives them. */
export type ExtraSignals = Readonly<Partial<Record<SignalListName, readonly string[]>>>;
