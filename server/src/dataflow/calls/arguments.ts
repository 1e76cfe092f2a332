import { Attached } from '../../basics/attached';
import { type Argument, type Entry, indexFor, positionFor } from '../../catalogue';
import type { Arguments, Value } from '../../evaluator';
import { argumentAt } from '../../evaluator/value';
import * as python from '../../python/tree';

/** An argument as the catalogue's binding takes it. */
export function asArgument({ kind, name }: python.Argument, index: number): Argument {
  return { kind: kind === 'doubleStar' ? 'double-star' : kind, ...(name !== undefined && { name }), index };
}

/** An argument of a call, and its value if that is known. */
export interface ReceivedArgument {
  readonly argument: python.Argument;
  readonly value: Value | undefined;
}

/**
 * The arguments of a call as the callee receives them: stars are replaced by what they expand to, and arguments bound by
 * `functools.partial` are included. Each comes with the expression that it is written in.
 */
export function receivedArguments(node: python.Call, given: Arguments): readonly ReceivedArgument[] {
  return receivedBy(node, given).all;
}

function receivedBy(node: python.Call, given: Arguments): Received {
  const known = received.get(given);
  if (known?.node === node) return known;
  const all = given.hasUnknownArguments
    ? amongUnknown(node, given)
    : isGivenAsWritten(node, given)
      ? asWritten(node, given, 0)
      : asReceived(node, given);
  const found = { node, all, written: undefined };
  received.set(given, found);
  return found;
}

interface Received {
  readonly node: python.Call;
  readonly all: readonly ReceivedArgument[];
  /** Where they are written, once somebody asks. */
  written: readonly python.Argument[] | undefined;
}

/** Where the arguments are written that the callee receives. */
export const writtenArguments = (node: python.Call, given: Arguments): readonly python.Argument[] =>
  writtenIn(receivedBy(node, given));

function writtenIn(received: Received): readonly python.Argument[] {
  received.written ??= received.all.map(({ argument }) => argument);
  return received.written;
}

const received = new Attached<Arguments, Received>();

function amongUnknown(node: python.Call, given: Arguments): readonly ReceivedArgument[] {
  const written = node.arguments.filter(isWritten);
  if (!written.every(isPlain)) return asWritten(node, given, 0);
  const plain = written.filter(({ kind }) => kind === 'positional').length;
  // `functools.partial` may have bound anything.
  return [
    { argument: anything(node), value: undefined },
    ...asWritten(node, given, given.positional.length - plain),
  ];
}

/** Whether the callee receives the arguments that are written, and no others. */
function isGivenAsWritten({ arguments: all }: python.Call, { positional, keywords }: Arguments): boolean {
  let written = 0;
  let plain = 0;
  for (const argument of all) {
    if (!isWritten(argument)) continue;
    written++;
    if (argument.kind === 'positional') plain++;
    else if (argument.kind !== 'keyword') return false;
  }
  return plain === positional.length && written === positional.length + keywords.size;
}

/** The written arguments, the first of which is the positional argument number `first`. */
function asWritten(
  node: python.Call,
  { positional, keywords }: Arguments,
  first: number,
): readonly ReceivedArgument[] {
  let next = first;
  return node.arguments.map((argument) => ({
    argument,
    value:
      argument.kind === 'positional'
        ? isWritten(argument)
          ? positional[next++]
          : undefined
        : argument.name === undefined
          ? undefined
          : keywords.get(argument.name),
  }));
}

function asReceived(
  node: python.Call,
  { positional, keywords, names }: Arguments,
): readonly ReceivedArgument[] {
  const written = node.arguments.filter(isWritten);
  const areAllPlain = written.every(isPlain);
  const plain = written.filter(({ kind }) => kind === 'positional');
  const result: ReceivedArgument[] = [];
  const taken = new Set<python.Node>();
  const firstStar = written.findIndex(({ kind }) => kind === 'star');
  // Arguments bound by `partial` come first.
  const before = areAllPlain ? positional.length - plain.length : 0;
  for (const [i, value] of positional.entries()) {
    const same = plain[i - before];
    const isSame = same && i >= before && (areAllPlain || firstStar < 0 || written.indexOf(same) < firstStar);
    result.push({ argument: isSame ? same : standIn('positional', undefined, value, node, taken), value });
  }
  for (const [name, value] of keywords)
    result.push({
      argument:
        written.find((each) => each.name === name) ??
        named(standIn('keyword', name, value, node, taken), names?.get(name)),
      value,
    });
  return result;
}

const isPlain = ({ kind }: python.Argument) => kind === 'positional' || kind === 'keyword';
const isWritten = ({ value }: python.Argument) => value.kind !== 'missing';

/** The value that a parameter of a catalogued callable receives. */
export function valueOfParameter(
  entry: Entry,
  parameter: string,
  given: Arguments,
  node: python.Call,
): Value | undefined {
  if (given.hasUnknownArguments || !isInOrder(node, given.positional.length)) {
    const received = receivedBy(node, given);
    return received.all[indexFor(entry, parameter, writtenIn(received))]?.value;
  }
  const position = positionFor(entry, parameter);
  return position === undefined ? undefined : argumentAt(given, position, parameter);
}

/** Whether so many arguments are all that is written by position, before any others and with none missing. */
function isInOrder({ complete, arguments: all }: python.Call, count: number): boolean {
  for (let i = 0; i < count; i++) if (all[i]?.kind !== 'positional') return false;
  return complete;
}

/** Arguments that nobody knows, written elsewhere. */
const anything = (node: python.Call): python.Argument => {
  const { start, end } = node.callee;
  return { kind: 'star', name: undefined, nameEnd: end, start, end, parent: node, value: node.callee };
};

/** An argument that is written elsewhere. */
function standIn(
  kind: 'positional' | 'keyword',
  name: string | undefined,
  value: Value,
  node: python.Call,
  taken: Set<python.Node>,
): python.Argument {
  const origin = python.isExpression(value.node) ? value.node : node.callee;
  // Several values may come from one call, such as `json.loads`, so each needs an expression of its own.
  const place: python.Expression = taken.has(origin) ? Object.create(origin) : origin;
  taken.add(origin);
  return { kind, name, nameEnd: place.end, start: place.start, end: place.end, parent: node, value: place };
}

/** The same argument where its name is written, if that is the key of a dict or a keyword of `dict(…)`. */
function named(argument: python.Argument, key: python.Node | undefined): python.Argument {
  if (key?.kind === 'string') return { ...argument, start: key.start, nameEnd: key.end, end: key.end };
  const { parent } = argument.value;
  return parent?.kind === 'keyword' && parent.name === argument.name
    ? { ...argument, start: parent.start, nameEnd: parent.nameEnd, end: parent.end }
    : argument;
}
