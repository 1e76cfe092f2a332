import { type Parameter, simplestNumber, type Type } from '../../../catalogue';
import { argumentValue } from '../../../dataflow/argument-values';
import { isAlike, isMeantFor, sourceFitting } from '../../../dataflow/fitting';
import { type InScope, inScope } from '../../../dataflow/in-scope';
import type { ApiCall, PythonFile } from '../../../dataflow/python-file';
import { configurationOf } from '../../../dataflow/reaching-configuration';

/**
 * What to write for parameters that have no argument yet: what is known, what fits in scope, or a literal that is
 * right whatever the program does. Undefined where nothing is: a name that nobody has bound helps nobody.
 */
export function supplied(
  missing: readonly Parameter[],
  call: ApiCall,
  file: PythonFile,
): (string | undefined)[] {
  const given = new Set(call.node.arguments.map(({ value }) => file.text.slice(value.start, value.end)));
  const free = inScope(file.tree, call.node.start).filter(({ source }) => !given.has(source));
  const taken = new Set<InScope>();
  return missing.map((parameter) => {
    if (parameter.name === 'num_outputs') return outputCount(call);
    const left = free.filter((candidate) => !taken.has(candidate));
    const chosen = choice(parameter, left, call);
    if (chosen) taken.add(chosen.candidate);
    return chosen?.source ?? literal(parameter.type, call);
  });
}

/** As the configuration of the call says; TensorFlow refuses any other. */
function outputCount(call: ApiCall): string | undefined {
  const count = configurationOf(call)?.outputs?.count;
  return count ? String(count) : undefined;
}

interface Choice {
  readonly candidate: InScope;
  readonly source: string;
}

/** What is called like the parameter or else the only one that fits; a number needs more than to be one. */
function choice(
  { name, type }: Parameter,
  candidates: readonly InScope[],
  call: ApiCall,
): Choice | undefined {
  const length = type.of === 'list' ? lengthOf(type.lengthOf, call) : undefined;
  const fitting = candidates.flatMap((candidate): Choice[] => {
    const source = sourceFitting(type, candidate, call.typeOf);
    const isShort = length !== undefined && 'length' in candidate.type && candidate.type.length !== length;
    return source === undefined || isShort ? [] : [{ candidate, source }];
  });
  const named =
    fitting.find(({ candidate }) => candidate.name === name) ??
    fitting.find(({ candidate }) => isAlike(candidate.name, name));
  if (named) return named;
  if (fitting.length > 0 && !PLAIN.has(type.of)) return fitting.length === 1 ? fitting[0] : undefined;
  const meant = candidates.find((candidate) => isMeantFor(name, candidate));
  return meant && { candidate: meant, source: meant.source };
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

/** How many elements the list of another parameter has. */
function lengthOf(parameter: string | undefined, call: ApiCall): number | undefined {
  const value = parameter === undefined ? undefined : argumentValue(call, parameter);
  const length = value?.kind === 'list' || value?.kind === 'tuple' ? value.length : undefined;
  return length === undefined || length > MAX_LENGTH ? undefined : length;
}

/** Longer lists are written otherwise. */
const MAX_LENGTH = 16;
