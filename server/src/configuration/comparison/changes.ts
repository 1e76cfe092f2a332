import type { FieldType, MessageType } from '../../schema/types';
import { isWrapper, type JsonMessage, type JsonValue, jsonName } from '../to-json';
import { absentOf, hasUnknown, UNDECLARED, UNKNOWN } from './meaning';

/** A field of a message, or an item of a repeated one. */
export interface Step {
  /** Undefined for the fields that the schema does not declare. */
  readonly field: FieldType | undefined;
  readonly index?: number;
}

/** One difference between two messages of a type. */
export interface Change {
  readonly steps: readonly Step[];
  /** The oneof whose chosen member changed; `before` and `after` are messages with only that member. */
  readonly oneof?: string;
  /** Null if there is no value. */
  readonly before: JsonValue | null;
  readonly after: JsonValue | null;
  /** The value of a side is unknown, so it is unknown whether it differs. */
  readonly isUnknown?: true;
}

/** The differences between two results of `meaningOf`, without some fields. */
export function* changesIn(
  type: MessageType,
  before: JsonMessage,
  after: JsonMessage,
  leftOut: ReadonlySet<string> = NONE,
): Generator<Change> {
  const oneofs = new Set<string>();
  for (const field of type.fields) {
    const { name, oneof } = field;
    if (leftOut.has(name)) continue;
    if (oneof === undefined) yield* changesOfField(field, before[jsonName(field)], after[jsonName(field)]);
    else if (!oneofs.has(oneof)) {
      oneofs.add(oneof);
      yield* changesOfChoice(type, oneof, before, after);
    }
  }
  const [old, now] = [before[UNDECLARED], after[UNDECLARED]];
  if (!isSame(old, now)) yield { steps: [{ field: undefined }], before: old ?? null, after: now ?? null };
}

const NONE: ReadonlySet<string> = new Set();

const within = (step: Step, change: Change): Change => ({ ...change, steps: [step, ...change.steps] });

const isSame = (a: JsonValue | null | undefined, b: JsonValue | null | undefined) =>
  a === b || JSON.stringify(a) === JSON.stringify(b);

function* changesOfField(
  field: FieldType,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): Generator<Change> {
  if (before === undefined && after === undefined) return;
  const steps = [{ field }];
  if (before === UNKNOWN || after === UNKNOWN) {
    yield { steps, before: null, after: null, isUnknown: true };
  } else if (field.repeated) {
    yield* changesOfList(field, (before ?? []) as JsonValue[], (after ?? []) as JsonValue[]);
  } else if (field.message && !isWrapper(field)) {
    const [old, now] = [before ?? {}, after ?? {}] as [JsonMessage, JsonMessage];
    for (const change of changesIn(field.message, old, now)) yield within({ field }, change);
  } else {
    const [old, now] = [before ?? absentOf(field), after ?? absentOf(field)];
    if (old !== now) yield { steps, before: old, after: now };
  }
}

/** A change of the chosen member is one difference, whatever the members hold. */
function* changesOfChoice(
  type: MessageType,
  oneof: string,
  before: JsonMessage,
  after: JsonMessage,
): Generator<Change> {
  const chosen = (message: JsonMessage) =>
    type.fields.find((field) => field.oneof === oneof && message[jsonName(field)] !== undefined);
  const [old, now] = [chosen(before), chosen(after)];
  const values = [old && before[jsonName(old)], now && after[jsonName(now)]] as const;
  if (old && old === now) yield* changesOfField(old, ...values);
  else if (values.includes(UNKNOWN)) yield { steps: [], oneof, before: null, after: null, isUnknown: true };
  else if (old || now) {
    const value = (field: FieldType | undefined, message: JsonMessage) =>
      field ? { [jsonName(field)]: message[jsonName(field)]! } : null;
    yield { steps: [], oneof, before: value(old, before), after: value(now, after) };
  }
}

function* changesOfList(field: FieldType, before: JsonValue[], after: JsonValue[]): Generator<Change> {
  if (!field.message) {
    if (isSame(before, after)) return;
    const isUnknown = hasUnknown(before) || hasUnknown(after);
    yield { steps: [{ field }], before, after, ...(isUnknown && { isUnknown }) };
    return;
  }
  // If the lists have different lengths, common items at the start and the end are matched. The rest is compared in order.
  const shorter = Math.min(before.length, after.length);
  const isLonger = before.length !== after.length;
  let first = 0;
  while (isLonger && first < shorter && isSame(before[first], after[first])) first++;
  let last = 0;
  while (isLonger && last < shorter - first && isSame(before.at(-1 - last), after.at(-1 - last))) last++;
  const ends = Math.max(before.length, after.length) - last;
  for (let index = first; index < ends; index++) {
    const old = index < before.length - last ? before[index] : undefined;
    const now = index < after.length - last ? after[index] : undefined;
    if (old !== undefined && now !== undefined)
      for (const change of changesIn(field.message, old as JsonMessage, now as JsonMessage))
        yield within({ field, index }, change);
    else yield { steps: [{ field, index }], before: old ?? null, after: now ?? null };
  }
}
