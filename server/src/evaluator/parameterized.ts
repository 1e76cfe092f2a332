import { iterate } from './containers';
import type { Evaluator } from './evaluator';
import { type Arguments, entriesOf, type FunctionValue, NO_ARGUMENTS, type Value } from './value';

/** The arguments of a parameterized test, once for each row that its only decorator gives it, if all are known. */
export function rowsOf(
  ev: Evaluator,
  { definition, closure }: FunctionValue,
  object: Value,
): readonly Arguments[] | undefined {
  const [decorator, ...more] = definition.kind === 'function' ? definition.decorators : [];
  if (decorator?.kind !== 'call' || more.length > 0) return undefined;
  const value = ev.evaluate(decorator, closure);
  const form = value.kind === 'made' ? ev.library.rowForm?.(value.callee) : undefined;
  if (value.kind !== 'made' || !form) return undefined;
  const { positional, keywords, hasUnknownArguments } = value.given;
  if (keywords.size > 0 || hasUnknownArguments) return undefined;
  const [only, ...others] = positional;
  const rows = only?.kind === 'list' && others.length === 0 ? iterate(ev, only) : positional;
  const given = rows?.map((row) => argumentsIn(row, form === 'named', object));
  return given && given.length > 0 && given.every((each) => each !== undefined) ? given : undefined;
}

/** The arguments of one row; a named one begins with its name, or has it by keyword. */
function argumentsIn(row: Value, isNamed: boolean, object: Value): Arguments | undefined {
  if (row.kind === 'dict') {
    const keywords = new Map<string, Value>();
    for (const { key, value } of entriesOf(row) ?? [])
      if (key.kind === 'str' && key.value !== undefined) keywords.set(key.value, value);
    if (keywords.size === 0 || row.cell.content.hasUnknownEntries) return undefined;
    keywords.delete('testcase_name');
    return { ...NO_ARGUMENTS, positional: [object], keywords };
  }
  const values = row.kind === 'tuple' ? row.elements : row.kind === 'list' ? row.cell.content : [row];
  return values && { ...NO_ARGUMENTS, positional: [object, ...(isNamed ? values.slice(1) : values)] };
}
