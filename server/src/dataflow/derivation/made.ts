// The configuration of a library that has no message for it: its tables and features, by what their arguments set.
import { once } from '../../basics/once';
import { LIBRARIES, parameterFor, type Setting } from '../../catalogue';
import { numberOf } from '../calls/known-values';
import type { ApiCall, PythonFile } from '../calls/python-file';
import type { Inferred, TypeOf } from '../calls/types';
import { Draft, type Json } from './draft';
import { draftUnknownParts, featuresAlone, featuresIn } from './features';
import { type FieldArgument, markUnknown } from './field-argument';
import type { EmbeddingPart, EmbeddingParts } from './parts';

/** The members of a part in JSON, and the setting that each shows. */
type Members = Readonly<Record<string, Setting>>;

const OF_TABLE: Members = {
  name: 'name',
  vocabularySize: 'vocabulary_size',
  embeddingDim: 'dimension',
  optimizer: 'optimization_parameters',
  combiner: 'combiner',
  placement: 'placement',
};

const OF_FEATURE: Members = {
  name: 'name',
  table: 'table_id',
  inputShape: 'global_input_shape',
  outputShape: 'global_output_shape',
};

/**
 * The calls that make embedding objects of such libraries, and those that are the first to use other features: functions of
 * a library share what these hold. Features that are unknown count only where nothing else does.
 */
export function madeIn({ calls }: PythonFile): readonly ApiCall[] {
  const using = calls.filter(
    ({ entry }) => LIBRARIES[entry.library].hasNoMessage && parameterFor(entry, 'features'),
  );
  const objects = using.filter(({ entry }) => entry.role === 'embedding');
  const others = using.filter(({ entry }) => entry.role !== 'embedding');
  const nests = new Set(objects.map(nestOf));
  const found = [...objects];
  for (const call of others) {
    const nest = nestOf(call);
    if (nest !== '' && !nests.has(nest)) found.push(call);
    nests.add(nest);
  }
  return found.length > 0 ? found : others.slice(0, 1);
}

/** The same text for the same features; empty if none is known. */
function nestOf(call: ApiCall): string {
  const parts = featuresAlone(call)?.features.map(({ part }) => part.call) ?? [call];
  return parts.map(numberOfCall).join();
}

let numbered = 0;
const numberOfCall = once((_call: ApiCall) => ++numbered);

export function draftMade(call: ApiCall): Draft {
  const draft = new Draft();
  draft.madeBy(call);
  const found = featuresIn(call);
  const { parts } = found;
  for (const [i, table] of found.tables.entries())
    draftMembers(draft.within(`tables[${i}]`), table, OF_TABLE, parts);
  for (const [i, { part }] of found.features.entries())
    draftMembers(draft.within(`features[${i}]`), part, OF_FEATURE, parts);
  draftUnknownParts(draft, call, found, { tables: 'tables', features: 'features' });
  return draft;
}

/** Writes the members for which a part has arguments. */
function draftMembers(draft: Draft, part: EmbeddingPart, members: Members, parts: EmbeddingParts): void {
  draft.madeBy(part.call);
  for (const [path, setting] of Object.entries(members))
    if (parameterFor(part.call.entry, setting)) draftValue(draft, path, part.attribute(setting), parts);
}

/** How deep objects are shown in arguments of objects: an optimizer has a schedule, which may have another one. */
const MAX_DEPTH = 4;

function draftValue(
  draft: Draft,
  path: string,
  argument: FieldArgument,
  parts: EmbeddingParts,
  depth = 0,
): void {
  const { type, typeOf, node } = argument;
  const object = parts.of(type);
  const value = jsonOf(type, typeOf);
  // A table has a place of its own.
  if (object?.call.entry.role === 'table')
    draftValue(draft, path, { ...object.attribute('name'), node }, parts, depth + 1);
  else if (object && depth < MAX_DEPTH) draftObject(draft, path, object, parts, depth);
  else if (value !== undefined) draft.set(path, value, node);
  else markUnknown(draft, path, unknownPart(argument));
}

/** Writes an object by its class and the arguments that the program gives. */
function draftObject(
  draft: Draft,
  path: string,
  object: EmbeddingPart,
  parts: EmbeddingParts,
  depth: number,
): void {
  const { binding, entry, node } = object.call;
  draft.madeBy(object.call);
  draft.set(`${path}.name`, entry.name, node.callee);
  if (binding.open) draft.setUnknown(`${path}.arguments`, 'A * or ** argument may set others.', node);
  else
    for (const parameter of entry.parameters.filter(({ name }) => binding.arguments.has(name)))
      draftValue(draft, `${path}.arguments.${parameter.name}`, object.argument(parameter), parts, depth + 1);
}

/** The item of a tuple that makes it unknown, if it is one. */
function unknownPart(argument: FieldArgument): FieldArgument {
  const { type, typeOf, value } = argument;
  if (type.kind !== 'tuple' || value?.kind !== 'tuple') return argument;
  const at = type.elements?.findIndex((element) => jsonOf(typeOf(element), typeOf) === undefined) ?? -1;
  return at < 0 ? argument : { ...argument, value: value.elements?.[at] };
}

/** A value as JSON; undefined if it is unknown, or an object of its own. */
function jsonOf(type: Inferred, typeOf: TypeOf): Json | undefined {
  switch (type.kind) {
    case 'none':
      return null;
    case 'str':
    case 'bool':
      return type.value;
    case 'list':
    case 'tuple': {
      const items = type.elements?.map((element) => scalarOf(typeOf(element), typeOf));
      return items?.includes(undefined) ? undefined : (items as Json[] | undefined);
    }
    case 'function':
      return { function: type.node.kind === 'function' ? type.node.name : 'lambda' };
    default:
      return numberJson(numberOf(type));
  }
}

const numberJson = (value: number | undefined): Json | undefined =>
  value === undefined || Number.isFinite(value) ? value : String(value);

const scalarOf = (type: Inferred, typeOf: TypeOf): Json | undefined =>
  type.kind === 'list' || type.kind === 'tuple' ? undefined : jsonOf(type, typeOf);
