import type { Evaluator } from './evaluator';
import { textOf } from './strings';
import { entriesOf, type Given, type Value } from './value';

const PLACEHOLDER = /\$(?:(\$)|([_a-z][_a-z0-9]*)|\{([_a-z][_a-z0-9]*)\}|)/gi;

/** `string.Template(text).substitute(name=value)`, or with a dict. */
export function substituted(ev: Evaluator, made: Given, given: Given, isSafe: boolean): string | undefined {
  const [template = made.keywords.get('template')] = made.positional;
  const [mapping, ...more] = given.positional;
  if (template?.kind !== 'str' || template.value === undefined || given.isOpen || more.length > 0)
    return undefined;
  // The program may assign another template text.
  if (/\.template\s*=(?!=)/.test(ev.tree.text)) return undefined;
  const entries = mapping === undefined ? [] : mapping.kind === 'dict' ? entriesOf(mapping) : undefined;
  if (!entries) return undefined;
  const values = new Map<string, Value>();
  for (const { key, value } of entries)
    if (key.kind === 'str' && key.value !== undefined) values.set(key.value, value);
  for (const [name, value] of given.keywords) values.set(name, value);
  let isKnown = true;
  const text = template.value.replace(
    PLACEHOLDER,
    (token, dollar?: string, name?: string, braced?: string) => {
      if (dollar !== undefined) return dollar;
      const value = values.get(name ?? braced ?? '');
      const said = value && textOf(value);
      // A missing value raises, or leaves the placeholder as it is.
      if (said === undefined && (value || !isSafe)) isKnown = false;
      return said ?? token;
    },
  );
  return isKnown ? text : undefined;
}
