import { type Argument, bindArguments, type Entry } from '../../catalogue';
import type { Arguments, Value } from '../../evaluator';
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
export function receivedArguments(
  node: python.Call,
  { positional, keywords, hasUnknownArguments, names }: Arguments,
): readonly ReceivedArgument[] {
  const written = node.arguments.every(isWritten) ? node.arguments : node.arguments.filter(isWritten);
  const isPlain = written.every(({ kind }) => kind === 'positional' || kind === 'keyword');
  const plain = written.filter(({ kind }) => kind === 'positional');
  const extra = positional.length - plain.length;
  if (
    hasUnknownArguments ||
    (isPlain && extra === 0 && written.length === positional.length + keywords.size)
  ) {
    let next = isPlain ? extra : 0;
    const found = node.arguments.map(
      (argument): ReceivedArgument => ({
        argument,
        value:
          argument.kind === 'positional'
            ? argument.value.kind === 'missing'
              ? undefined
              : positional[next++]
            : argument.name === undefined
              ? undefined
              : keywords.get(argument.name),
      }),
    );
    // `functools.partial` may have bound anything.
    return hasUnknownArguments && isPlain
      ? [{ argument: anything(node), value: undefined }, ...found]
      : found;
  }
  const result: ReceivedArgument[] = [];
  const taken = new Set<python.Node>();
  const firstStar = written.findIndex(({ kind }) => kind === 'star');
  // Arguments bound by `partial` come first.
  const before = isPlain ? extra : 0;
  for (const [i, value] of positional.entries()) {
    const same = plain[i - before];
    const isSame = same && i >= before && (isPlain || firstStar < 0 || written.indexOf(same) < firstStar);
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

const isWritten = ({ value }: python.Argument) => value.kind !== 'missing';

/** The value that a parameter of a catalogued callable receives. */
export function valueOfParameter(
  entry: Entry,
  parameter: string,
  given: Arguments,
  node: python.Call,
): Value | undefined {
  const written = receivedArguments(node, given);
  const at = bindArguments(
    entry,
    written.map(({ argument }, i) => asArgument(argument, i)),
  ).arguments.get(parameter);
  return at && written[at.index]?.value;
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
