import { testsOfSomeRows } from '../python/fixtures';
import type { Expression } from '../python/tree';
import { iterate } from './containers';
import type { Evaluator, RowForm } from './evaluator';
import {
  type Arguments,
  entriesOf,
  type Frame,
  type FunctionValue,
  kinds,
  NO_ARGUMENTS,
  passing,
  type Value,
} from './value';

type Rows = readonly Arguments[] | undefined;

/** Tests with more combinations than that run once, with unknown arguments. */
const MAX_COMBINATIONS = 100;

/** The arguments of a parameterized test, once for each row that its decorators give it, if all are known. */
export function rowsOf(
  ev: Evaluator,
  { definition, closure }: FunctionValue,
  object?: Value,
): readonly Arguments[] | undefined {
  if (definition.kind !== 'function' || testsOfSomeRows(ev.tree).has(definition.name)) return undefined;
  const { decorators } = definition;
  const forms = decorators.map((each) => formOf(ev, each, closure));
  // Only pytest combines the rows of several decorators.
  const isOne = forms.length === 1 || forms.every((form) => form === 'listed');
  if (!isOne || forms.length === 0 || !forms.every((form) => form !== undefined)) return undefined;
  const each = decorators.map((decorator, i) => {
    const value = ev.evaluate(decorator, closure);
    return value.kind === 'made' && !value.given.hasUnknownArguments
      ? ROWS[forms[i]!](ev, value.given)
      : undefined;
  });
  // What a list of names lacks, pytest knows.
  const hasUnknownArguments = forms[0] === 'listed';
  const rows = combined([[{ ...passing(...(object ? [object] : [])), hasUnknownArguments }], ...each]);
  return rows && rows.length > 0 ? rows : undefined;
}

function formOf(ev: Evaluator, decorator: Expression, frame: Frame): RowForm | undefined {
  const callee = decorator.kind === 'call' ? ev.evaluate(decorator.callee, frame) : undefined;
  return callee?.kind === 'reference' ? ev.library.rowForm?.(callee.name) : undefined;
}

const ROWS: Readonly<Record<RowForm, (ev: Evaluator, given: Arguments) => Rows>> = {
  plain: (ev, given) => rowsGiven(ev, given, false),
  named: (ev, given) => rowsGiven(ev, given, true),
  product: (ev, { positional, keywords }) =>
    combined([
      ...positional.map((rows) => allKnown(elementsOf(ev, rows)?.map((row) => argumentsIn(row, false)))),
      ...[...keywords].map(([name, values]) =>
        elementsOf(ev, values)?.map((value) => withKeywords([[name, value]])),
      ),
    ]),
  // What follows the values may hand them to fixtures in place of the test.
  listed: (ev, { positional: [names, values, ...more], keywords }) => {
    const listed =
      names?.kind === 'str'
        ? names.value
            ?.split(',')
            .map((name) => name.trim())
            .filter((name) => name !== '')
        : namesIn(names && elementsOf(ev, names));
    const rows = values && elementsOf(ev, values);
    if (!listed || !rows || more.length > 0 || [...keywords.keys()].some((name) => name !== 'ids'))
      return undefined;
    // Where the only name is a text of its own, each row is its value.
    const isValue = names?.kind === 'str' && listed.length === 1;
    return allKnown(rows.map((row) => listedRow(ev, listed, row, isValue)));
  },
};

/** Rows that each are one argument, or that are all in the only one. */
function rowsGiven(ev: Evaluator, { positional, keywords }: Arguments, isNamed: boolean): Rows {
  if (keywords.size > 0) return undefined;
  const [only, ...others] = positional;
  const isList = only !== undefined && others.length === 0 && LISTS.has(only.kind);
  return allKnown((isList ? iterate(ev, only) : positional)?.map((row) => argumentsIn(row, isNamed)));
}

const LISTS = kinds('list', 'range', 'iterator');

const elementsOf = (ev: Evaluator, value: Value) =>
  LISTS.has(value.kind) || value.kind === 'tuple' ? iterate(ev, value) : undefined;

/** The arguments of one row; a named one begins with its name, or has it by keyword. */
function argumentsIn(row: Value, isNamed: boolean): Arguments | undefined {
  if (row.kind === 'dict') {
    const keywords = new Map<string, Value>();
    for (const { key, value } of entriesOf(row) ?? [])
      if (key.kind === 'str' && key.value !== undefined) keywords.set(key.value, value);
    if (keywords.size === 0 || row.cell.content.hasUnknownEntries) return undefined;
    keywords.delete('testcase_name');
    return withKeywords(keywords);
  }
  const values = row.kind === 'tuple' ? row.elements : row.kind === 'list' ? row.cell.content : [row];
  return values && { ...NO_ARGUMENTS, positional: isNamed ? values.slice(1) : values };
}

/** The arguments of one row below these names. A marked one perhaps does not run, or shall fail. */
function listedRow(
  ev: Evaluator,
  names: readonly string[],
  row: Value,
  isValue: boolean,
): Arguments | undefined {
  const own = row.kind === 'made' && ev.library.isRow?.(row.callee) ? row.given : undefined;
  if (own && (own.hasUnknownArguments || own.keywords.has('marks'))) return undefined;
  const values = own?.positional ?? (isValue ? [row] : elementsOf(ev, row));
  return values?.length === names.length
    ? withKeywords(names.map((name, i) => [name, values[i]!]))
    : undefined;
}

const namesIn = (values: readonly Value[] | undefined): readonly string[] | undefined =>
  allKnown(values?.map((each) => (each.kind === 'str' ? each.value : undefined)));

const withKeywords = (keywords: Iterable<readonly [string, Value]>): Arguments => ({
  ...NO_ARGUMENTS,
  keywords: new Map(keywords),
});

/** Each row of the first with each of the second, and so on. */
const combined = (sets: readonly Rows[]): Rows =>
  sets.reduce((before, rows) => {
    if (!before || !rows || before.length * rows.length > MAX_COMBINATIONS) return undefined;
    return before.flatMap((one) => rows.map((other) => joined(one, other)));
  });

const joined = (a: Arguments, b: Arguments): Arguments => ({
  positional: [...a.positional, ...b.positional],
  keywords: new Map([...a.keywords, ...b.keywords]),
  hasUnknownArguments: a.hasUnknownArguments || b.hasUnknownArguments,
});

const allKnown = <T>(values: readonly (T | undefined)[] | undefined): readonly T[] | undefined =>
  values?.every((each) => each !== undefined) ? (values as readonly T[]) : undefined;
