import { EXIT_USAGE } from '../daemon-flags.ts';
import { CommandError } from '../failure.ts';

/** What a template's placeholders stand for, by name. */
export type UnitValues = Readonly<Record<string, string>>;

const PLACEHOLDER = /@([A-Z][A-Z_]*)@/g;

/**
 * Fills the placeholders (`@NAME@`) of a unit file.
 * @throws Error for a placeholder that no value is for, and for a value that the template has no place for: a template and its values that do not
 * fit would give a unit that starts something else.
 */
export function renderUnit(template: string, values: UnitValues): string {
  const used = new Set<string>();
  const text = template.replace(PLACEHOLDER, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the unit template has the unknown placeholder @${name}@`);
    used.add(name);
    return value;
  });
  const missing = Object.keys(values).filter((name) => !used.has(name));
  if (missing.length > 0) throw new Error(`the unit template lacks the placeholder @${missing[0]}@`);
  return text;
}

/**
 * A text as one quoted word of a unit file, where `%` starts a specifier. `$` stays: the command lines are marked (`:`) as having no variables.
 * @throws CommandError exit 2 for control characters, which no path of a service should have.
 */
export function unitWord(text: string): string {
  if (/\p{Cc}/u.test(text))
    throw new CommandError(
      `${JSON.stringify(text)} has a control character and cannot stand in a unit file`,
      EXIT_USAGE,
    );
  return `"${text.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%')}"`;
}
