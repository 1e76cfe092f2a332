import { float32Text } from '../../configuration/float32';
import { fieldAt, setAt } from '../../configuration/json-paths';
import { fieldByJsonName, isWrapper, type JsonMessage, type JsonValue } from '../../configuration/to-json';
import type { ValueChange } from '../../configuration/value-change';
import { OPTIMIZATION_PARAMETERS } from '../../dataflow/derivation/conversions';
import type { FieldType } from '../../schema/types';
import { MESSAGE, type OptimizerEdit, type OptimizerPlace } from './place';

/** The field of OptimizationParameters that a path such as `learningRate.constant` leads to. */
export const parameterField = (path: string): FieldType | undefined => fieldAt(OPTIMIZATION_PARAMETERS, path);

/** Whether a field holds one number, truth value or enum value. */
export function isLeaf(field: FieldType): boolean {
  const { kind, repeated } = field;
  return !repeated && kind !== 'string' && kind !== 'bytes' && (kind !== 'message' || isWrapper(field));
}

/** A leaf's value in text format; undefined if the field cannot hold it. */
export function valueText(field: FieldType, value: JsonValue): string | undefined {
  switch (field.kind) {
    case 'bool':
      return typeof value === 'boolean' ? String(value) : undefined;
    case 'enum':
      return field.enum!.values.find(({ name, number }) => value === name || value === number)?.name;
    case 'message':
    case 'float':
    case 'double':
      return typeof value === 'number' && isFloat32(value) ? float32Text(value) : undefined;
    default:
      return Number.isSafeInteger(value) ? String(value) : undefined;
  }
}

/** A float32 that is finite, and not so small that it becomes 0. */
function isFloat32(value: number): boolean {
  const rounded = Math.fround(value);
  return Number.isFinite(rounded) && (rounded !== 0 || value === 0);
}

/** Whether a field can hold a number: `vocabulary_size` is an int64, the others are an int32. */
export const isCount = (member: string, value: unknown): value is number =>
  Number.isSafeInteger(value) &&
  Number(value) >= 1 &&
  (member === 'vocabularySize' || Number(value) < 2 ** 31);

/** A field in text format, on one line. */
export function fieldText(field: FieldType, value: JsonValue): string {
  if (isWrapper(field)) return `${field.name} { value: ${valueText(field, value)} }`;
  if (!field.message) return `${field.name}: ${valueText(field, value)}`;
  const inner = Object.entries(value as JsonMessage).map(([name, child]) =>
    fieldText(fieldByJsonName(field.message!, name)!, child),
  );
  return inner.length > 0 ? `${field.name} { ${inner.join(' ')} }` : `${field.name} {}`;
}

/** The changes that write other values into an optimizer, if there is one. */
export function editOptimizer(
  place: OptimizerPlace | undefined,
  changes: readonly ValueChange[],
): OptimizerEdit {
  if (!place) return { reason: 'The optimizer is no longer there.' };
  const reason = refusal(place, changes);
  return reason === undefined ? place.write(changes) : { reason };
}

/** Why changes cannot be written, in a sentence for people; undefined if they can. */
function refusal(place: OptimizerPlace, changes: readonly ValueChange[]): string | undefined {
  for (const { path, value } of changes) {
    if (!place.editable.has(path))
      return `${path} cannot be changed here: the source works it out, shares it with other code or is unfinished.`;
    const field = path.startsWith(MESSAGE)
      ? parameterField(path.slice(MESSAGE.length))
      : typeof value === 'boolean'
        ? FLAG
        : FLOAT;
    if (!field || valueText(field, value) === undefined) return `${path} cannot be ${value}.`;
  }
  return undefined;
}

/** What slots and arguments hold: float32, or a truth value. */
const FLOAT = parameterField('weightDecayFactor')!;
const FLAG = parameterField('multiplyWeightDecayFactorByLearningRate')!;

/** Changes of the message's fields, as one message with only these fields. */
export function patchOf(changes: readonly ValueChange[]): JsonMessage {
  const patch: JsonMessage = {};
  for (const { path, value } of changes)
    if (path.startsWith(MESSAGE)) setAt(patch, path.slice(MESSAGE.length), value);
  return patch;
}
