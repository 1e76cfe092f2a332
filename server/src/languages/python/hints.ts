import { excerpt } from '../../basics/excerpt';
import { code } from '../../basics/markdown';
import type { Range } from '../../basics/range';
import { numberOf } from '../../dataflow/calls/known-values';
import {
  type ApiCall,
  argumentOf,
  argumentThatSets,
  type PythonFile,
} from '../../dataflow/calls/python-file';
import type { Strategy } from '../../dataflow/derivation/strategy';
import { TEXT_READERS } from '../../dataflow/libraries/message-library';
import type { Argument, Call, Expression } from '../../python/tree';
import { addArguments } from '../../rules/python/support/edits';
import type { Hint } from '../answers';
import { costHints } from '../hints';
import { phrase } from '../phrase';
import { tablesAround } from './configuration-values';
import { tableCostPython } from './optimizer';
import { shapeHints } from './shape-hints';

/** Hints for the calls of the catalogue in a range of the text. */
export function hintsPython(file: PythonFile, { start, end }: Range, strategy: Strategy): Hint[] {
  const seen = new Set<Call>();
  const found = file.calls.flatMap((call) => {
    const { node } = call;
    if (node.end < start || node.start > end || !node.complete || seen.has(node)) return [];
    seen.add(node);
    return [...names(call), ...defaults(call, file), ...cost(call, file), ...tables(call, file)];
  });
  return [...found, ...shapeHints(file, strategy)]
    .filter(({ at }) => start <= at && at <= end)
    .sort((a, b) => a.at - b.at);
}

/** Values that do not show their meaning. */
const BARE: ReadonlySet<Expression['kind']> = new Set([
  'number',
  'string',
  'constant',
  'unary',
  'binary',
  'tuple',
  'list',
  'dict',
]);

function names({ node, entry, binding }: ApiCall): Hint[] {
  if (TEXT_READERS.has(entry.id)) return [];
  const parameterName = (argument: Argument, i: number) => {
    const parameter = argument.kind === 'positional' ? binding.parameters[i] : undefined;
    return parameter?.kind === 'positional-or-keyword' ? parameter.name : undefined;
  };
  const all = node.arguments.map(parameterName);
  return node.arguments.flatMap((argument, i): Hint[] => {
    const name = all[i];
    if (name === undefined || !BARE.has(argument.value.kind)) return [];
    // All arguments after a named one need names.
    const rest = node.arguments.slice(i).filter(({ kind }) => kind !== 'keyword');
    const isNameable = rest.every((_, offset) => all[i + offset] !== undefined);
    return [
      {
        kind: 'argumentNames',
        at: argument.start,
        label: `${name}=`,
        tooltip: '',
        isBefore: true,
        ...(isNameable && {
          edits: rest.map(({ start }, offset) => ({ start, end: start, newText: `${all[i + offset]}=` })),
        }),
      },
    ];
  });
}

/** The defaults for the arguments that an optimizer does not get. */
function defaults({ node, entry, binding }: ApiCall, { text }: PythonFile): Hint[] {
  if (!entry.optimizer || binding.open || binding.problems.length > 0) return [];
  return entry.parameters
    .filter(
      ({ name, default: value }) => value !== undefined && value !== 'None' && !binding.arguments.has(name),
    )
    .map(({ name, default: value }) => ({
      kind: 'defaults',
      at: node.close,
      label: `${name}=${value}`,
      tooltip: phrase('{0} is not given, which means this.', code(name)),
      edits: addArguments(text, node, [`${name}=${value}`]),
    }));
}

function cost(call: ApiCall, file: PythonFile): Hint[] {
  const found = tableCostPython(file, call);
  if (!found) return [];
  const { node } = call;
  const isLong = file.text.slice(node.open, node.close).includes('\n');
  return costHints(
    found,
    isLong ? node.open + 1 : node.end,
    writtenIn(call, argumentThatSets(call, 'dimension'))?.end,
  );
}

/** The name of the table that a `table_id` stands for in the configuration of an op. */
function tables(call: ApiCall, file: PythonFile): Hint[] {
  const argument = call.entry.op ? writtenIn(call, argumentOf(call, 'table_id')) : undefined;
  const id = argument && numberOf(call.typeOf(argument));
  const name = id === undefined ? undefined : tablesAround(call, file)[id]?.[0];
  if (!argument || id === undefined || !name) return [];
  return [
    {
      kind: 'tables',
      at: argument.end,
      label: excerpt(name),
      tooltip: phrase('Table {0}: {1}', id, code(excerpt(name))),
    },
  ];
}

/** The expression of an argument, if it is written in the call itself. */
function writtenIn(call: ApiCall, value: Expression | undefined): Expression | undefined {
  return call.node.arguments.some((argument) => argument.value === value) ? value : undefined;
}
