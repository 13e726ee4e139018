/**
 * The words that the signals look for. Data only: how a word is matched is said in `vocabulary.ts` and `phrase.ts`.
 * Terms are lower case; in a phrase a space or a hyphen stands for either.
 */

/** Lists whose terms may carry an English inflection on their last word. The first six can be extended by a policy. */
export const INFLECTED_LISTS = {
  hard: [
    ...['debug', 'refactor', 'secure', 'concurrent', 'prove', 'optimize', 'race condition', 'deadlock', 'thread-safe'],
    ...['memory leak', 'vulnerability', 'exploit', 'injection', 'overflow', 'redesign', 'rewrite', 'migrate schema'],
    'data migration',
  ],
  trivial: [
    ...['rename', 'format', 'reformat', 'typo', 'indent', 'spelling', 'lint', 'whitespace', 'sort imports', 'fix typo'],
    ...['add comment', 'remove dead code', 'bump version', 'update changelog'],
  ],
  code: [
    ...['function', 'method', 'module', 'package', 'library', 'api', 'endpoint', 'route', 'middleware', 'handler'],
    ...['controller', 'service', 'repository', 'code', 'codebase', 'file', 'script', 'patch', 'diff', 'commit'],
    ...['pull request', 'pr'],
  ],
  review: ['review', 'audit', 'inspect', 'check', 'assess', 'evaluate'],
  tools: [
    ...['run', 'execute', 'edit', 'write', 'create', 'delete', 'install', 'commit', 'test', 'build', 'deploy'],
    ...['search', 'fetch', 'read the file', 'apply'],
  ],
  structured: [
    ...['json schema', 'structured output', 'return json', 'as json', 'response_format', 'strict schema'],
    'typed output',
  ],
  stack: [
    ...['traceback', 'stack trace', 'segfault', 'segmentation fault', 'null pointer', 'index out of', 'key error'],
    ...['type error', 'attribute error', 'syntax error', 'runtime error'],
  ],
  question: [
    ...['explain', 'describe', 'summarize', 'summarise', 'clarify', 'compare', 'tell me about', 'walk me through'],
    ...['what is', 'what are', 'what does', 'what do', "what's", 'why is', 'why are', 'why does', 'why do', 'how is'],
    ...['how are', 'how does', 'how do', 'how would', 'difference between', 'pros and cons', 'trade-offs between'],
  ],
  path: ['file', 'directory', 'folder', 'path', 'repo', 'repository', 'codebase', 'branch', 'worktree'],
  wholeRepo: [
    ...['entire repo', 'entire repository', 'entire codebase', 'whole repo', 'whole repository', 'whole codebase'],
    ...['every file', 'all files', 'across the repo', 'across the repository', 'across the codebase'],
  ],
} as const;

/** Endings of stack-trace words that count wherever they stand, so that `TypeError:` does. */
export const STACK_ENDINGS = ['exception:', 'error:', 'panic:'] as const;

/**
 * Languages in the order in which they win. Words are matched whole and uninflected (`trust` is not rust), which is why
 * the common glued spellings (`nodejs`, `python3`) are listed.
 */
export const LANGUAGES = [
  {
    name: 'python',
    words: ['python', 'python2', 'python3', 'django', 'flask', 'fastapi'],
    extensions: ['py', 'pyi'],
  },
  {
    name: 'typescript',
    words: ['typescript', 'react', 'reactjs', 'next.js', 'angular', 'angularjs'],
    extensions: ['ts', 'tsx'],
  },
  { name: 'javascript', words: ['javascript', 'node', 'nodejs', 'express', 'expressjs'], extensions: ['js', 'jsx'] },
  { name: 'go', words: ['golang'], extensions: ['go'] },
  { name: 'rust', words: ['rust', 'cargo'], extensions: ['rs'] },
  { name: 'java', words: ['java', 'spring', 'maven'], extensions: ['java'] },
  { name: 'csharp', words: ['c#', '.net', 'asp.net', 'ado.net', 'vb.net', 'ml.net', 'dotnet'], extensions: ['cs'] },
  { name: 'ruby', words: ['ruby', 'rails'], extensions: ['rb'] },
] as const;

/** Extensions that make a path a code path. */
export const CODE_EXTENSIONS = [
  ...['py', 'pyi', 'ts', 'tsx', 'js', 'jsx', 'mjs', 'go', 'rs', 'java', 'rb', 'cs', 'c', 'h', 'cpp', 'sh', 'sql'],
] as const;

/** Extensions that make a token a path without making it code. */
export const OTHER_PATH_EXTENSIONS = [
  ...['json', 'yaml', 'yml', 'toml', 'ini', 'cfg', 'md', 'txt', 'html', 'css', 'log', 'diff', 'patch'],
] as const;

/** Words that mean an attached picture by themselves. Whole words, with an optional plural `s`. */
export const VISION_WORDS = [
  ...['screenshot', 'screen shot', 'png', 'jpg', 'jpeg', 'webp', 'figma', 'mockup', 'wireframe', 'see attached'],
  'the ui looks',
] as const;

/** Nouns that mean a picture only next to a cue. The deictic ones also count after `this` and `these`. */
export const VISION_NOUNS = { deictic: ['chart', 'diagram', 'image'], supplied: ['design', 'plot'] } as const;

/** Compounds of those nouns that are no pictures. */
export const NON_VISUAL_COMPOUNDS = [
  ...['design system', 'design doc', 'design document', 'design pattern', 'design review', 'design decision'],
  ...['docker image', 'container image', 'base image', 'image tag', 'image name'],
] as const;

/** Cues around a noun. `pointing` ones take a deictic noun at most one word away, the others any noun within two. */
export const VISION_CUES = {
  pointing: ['this', 'these', 'the following'],
  before: [
    ...['attached', 'uploaded', 'pasted', 'enclosed', 'provided', 'included', 'look at', 'looking at', 'see'],
    ...['check out', 'here is', "here's", 'here are', 'have a look at'],
  ],
  after: [
    ...['attached', 'above', 'below', 'enclosed', 'uploaded', 'pasted', 'provided', 'i sent', 'i pasted'],
    'i attached',
  ],
} as const;

/** Kinds of attachment in sorted order: words (with an optional plural `s`) and extensions. */
export const ATTACHMENT_KINDS = [
  { name: 'csv', words: ['csv', 'spreadsheet'], extensions: ['csv'] },
  {
    name: 'diff',
    words: ['git diff', 'diff --git', 'unified diff', 'diff output', 'patch file'],
    extensions: ['diff', 'patch'],
  },
  { name: 'html', words: ['html'], extensions: ['htm'] },
  {
    name: 'image',
    words: ['screenshot', 'image', 'png', 'jpg', 'jpeg', 'webp'],
    extensions: ['gif', 'svg'],
  },
  { name: 'log', words: ['log file', 'logfile', 'log output', 'logs'], extensions: ['log'] },
  { name: 'pdf', words: ['pdf'], extensions: ['pdf'] },
] as const;
