import { nearest, sameName } from '../../../basics/nearest';
import { type Entry, isFor } from '../../../catalogue';
import { importsAt, shortestPath } from '../../../dataflow/calls/import-paths';
import type { Inferred } from '../../../dataflow/calls/types';
import type * as python from '../../../python/tree';
import type { TextFix } from '../call-rule';
import { replacing } from '../support/edits';
import type { ArgumentPlace } from './mismatch';

/** The class for embedding tables in place of a Keras optimizer or of a name, with the options that both have. */
export function optimizerFixes(
  expression: python.Expression,
  value: Inferred,
  classes: readonly Entry[],
  place: ArgumentPlace,
): TextFix[] {
  const to = counterpart(value, classes);
  const path = to && shortestPath(to, importsAt(place.file.tree, expression.start));
  const options = to && optionsFor(expression, value, to, place);
  if (path === undefined || options === undefined) return [];
  return [replacing(expression, `${path}(${options.join(', ')})`, true)];
}

function counterpart(value: Inferred, entries: readonly Entry[]): Entry | undefined {
  const names = entries.map(({ name }) => name);
  const meant =
    value.kind === 'str' && value.value !== undefined
      ? nearest(value.value, names)
      : value.kind === 'instance' && value.entry.group === 'keras-optimizer'
        ? sameName(value.entry.name, names)
        : undefined;
  return entries.find(({ name }) => name === meant);
}

/** Source of the arguments; undefined if the learning rate cannot be copied. */
function optionsFor(
  expression: python.Expression,
  value: Inferred,
  to: Entry,
  { call: around, file: { text } }: ArgumentPlace,
): string[] | undefined {
  if (value.kind !== 'instance') return [];
  const { call } = value;
  if (!call) return undefined;
  const options: string[] = [];
  const rate = to.parameters.find((parameter) => isFor(parameter, 'learning_rate'))?.name;
  for (const [index, { kind, name: given, value: option }] of call.arguments.entries()) {
    const name = given ?? (kind === 'positional' && index === 0 ? rate : undefined);
    if (name === undefined || !to.parameters.some((parameter) => parameter.name === name)) continue;
    // A schedule is no rate, and source from another place may mean something else here.
    const isHere = call === expression || option.kind === 'number';
    if (!isHere || around.typeOf(option).kind === 'instance') return undefined;
    options.push(`${name}=${text.slice(option.start, option.end)}`);
  }
  return options;
}
