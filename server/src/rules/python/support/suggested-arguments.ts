import { isFor, type Parameter, simplestNumber, type Type } from '../../../catalogue';
import { argumentValue } from '../../../dataflow/calls/argument-values';
import { importsAt, shortestPath } from '../../../dataflow/calls/import-paths';
import { type InScope, inScope } from '../../../dataflow/calls/in-scope';
import type { ApiCall, PythonFile } from '../../../dataflow/calls/python-file';
import { configurationOf } from '../../../dataflow/calls/reaching-configuration';
import { isAlike, isMeantFor, sourceOfType } from '../../../dataflow/calls/suggested-arguments';
import { classOfMessage } from '../../../dataflow/messages/message-classes';
import { CONFIGURATION } from '../../../schema/builtin';
import { takes } from '../mismatches';
import { isShape, outputShapeSource } from './shape-sources';

/**
 * Candidates for parameters that have no argument yet: known values, names in scope that fit, or a literal that is
 * right in any program. There are several if a person has to choose, and none if nothing is known: a name that
 * is not bound would be an error.
 */
export function suggestedArguments(
  missing: readonly Parameter[],
  call: ApiCall,
  file: PythonFile,
): (readonly string[])[] {
  const given = new Set(call.node.arguments.map(({ value }) => file.text.slice(value.start, value.end)));
  const free = inScope(file.tree, call.node.start).filter(({ source }) => !given.has(source));
  const used = new Set<InScope>();
  return missing.map((parameter) => {
    if (parameter.name === 'num_outputs') return present(outputCount(call));
    // A list of numbers in scope hardly is a shape.
    if (isShape(parameter))
      return isFor(parameter, 'global_output_shape') ? present(outputShapeSource(call, file)) : [];
    const remaining = free.filter((candidate) => !used.has(candidate));
    // A value that fits its parameter need not fit the other arguments.
    const choices = choicesFor(parameter, remaining, call).filter(
      ({ candidate: { value, source: whole }, source }) =>
        !value || source !== whole || takes(parameter, value, call, file),
    );
    if (choices.length === 1) used.add(choices[0]!.candidate);
    if (choices.length > 0) return choices.map(({ source }) => source).slice(0, MAX_CHOICES);
    if (parameter.nullable) return ['None'];
    return present(literal(parameter.type, call) ?? emptyMessage(parameter.type, call, file));
  });
}

const present = (source: string | undefined): string[] => (source === undefined ? [] : [source]);

/** A longer menu does not help. */
const MAX_CHOICES = 16;

/** The value that follows from the call's configuration. TensorFlow rejects any other. */
function outputCount(call: ApiCall): string | undefined {
  const count = configurationOf(call)?.outputs?.count;
  return count ? String(count) : undefined;
}

interface Choice {
  readonly candidate: InScope;
  readonly source: string;
}

/** Names equal to the parameter's, or else names whose values fit. For a number, the type alone is not enough. */
function choicesFor(parameter: Parameter, candidates: readonly InScope[], call: ApiCall): readonly Choice[] {
  const { name, type } = parameter;
  const length = type.of === 'list' ? lengthOf(type.lengthOf, call) : undefined;
  const fitting = candidates.flatMap((candidate): Choice[] => {
    const source = sourceOfType(type, candidate, call.typeOf);
    const isShort = length !== undefined && 'length' in candidate.type && candidate.type.length !== length;
    return source === undefined || isShort ? [] : [{ candidate, source }];
  });
  const named =
    fitting.find(({ candidate }) => candidate.name === name) ??
    fitting.find(({ candidate }) => isAlike(candidate.name, name));
  if (named) return [named];
  if (fitting.length > 0 && !PLAIN.has(type.of)) return fitting;
  const meant = candidates.find((candidate) => isMeantFor(parameter, candidate));
  if (meant) return [{ candidate: meant, source: meant.source }];
  // No guess for an element that is optional.
  if (type.of !== 'list' || PLAIN.has(type.item.of) || (length ?? type.minLength) !== 1) return [];
  return choicesFor({ ...parameter, type: type.item }, candidates, call).map(({ candidate, source }) => ({
    candidate,
    source: `[${source}]`,
  }));
}

const PLAIN: ReadonlySet<Type['of']> = new Set<Type['of']>(['int', 'float', 'bool', 'str']);

/** The simplest value of a type, where one can be written down. */
function literal(type: Type, call: ApiCall): string | undefined {
  switch (type.of) {
    case 'int':
    case 'float':
      return simplestNumber(type);
    case 'bool':
      return 'False';
    case 'str':
      return `'${(type.accepts ?? type.expects)?.[0] ?? ''}'`;
    case 'tensor':
      if (type.rank === 0 && type.dtypes?.includes('int32')) return '0';
      return type.expectsOneOf && `'${type.expectsOneOf.at(-1)}'`;
    case 'list': {
      const length = lengthOf(type.lengthOf, call) ?? type.minLength ?? 0;
      const item = length === 0 ? '' : literal(type.item, call);
      return item === undefined ? undefined : `[${Array<string>(length).fill(item).join(', ')}]`;
    }
    default:
      return undefined;
  }
}

/** A new configuration, for a call that parses text format into it. */
function emptyMessage(type: Type, { entry, node }: ApiCall, { tree }: PythonFile): string | undefined {
  if (type.of !== 'other' || type.name !== 'Message' || entry.parameters[0]?.name !== 'text')
    return undefined;
  const path = shortestPath(classOfMessage(CONFIGURATION)!, importsAt(tree, node.start));
  return path && `${path}()`;
}

/** The length of the list of another parameter. */
function lengthOf(parameter: string | undefined, call: ApiCall): number | undefined {
  const value = parameter === undefined ? undefined : argumentValue(call, parameter);
  const length = value?.kind === 'list' || value?.kind === 'tuple' ? value.length : undefined;
  return length === undefined || length > MAX_LENGTH ? undefined : length;
}

/** Longer lists are not written as literals. */
const MAX_LENGTH = 16;
