import { excerpt } from '../../basics/excerpt';
import { CONFIGURATION_TYPE } from '../../schema/builtin';
import type { FieldType, MessageType } from '../../schema/types';
import { float32Text } from '../float32';
import { bytes, grouped } from '../quantities';
import { isWrapper, type JsonMessage, type JsonValue, jsonName } from '../to-json';
import { type Comparison, type Difference, OPTIMIZER, type Owner, type Sides } from './compare';
import { LISTS } from './sides';

/** A difference in words: the owner, the difference itself, and both values if there are any. */
export interface Wording {
  /** Such as `Table user`; empty for the configuration itself. */
  readonly owner: string;
  /** Such as `learning_rate`, `moved, table_id` or `renamed to`. */
  readonly what: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Such as `Table user: dimension 16 → 32`. */
export function sentence({ owner, what, before, after }: Wording): string {
  const values = [before, after].filter((value) => value !== undefined).join(' → ');
  return `${owner === '' ? '' : `${owner}: `}${what} ${values}`;
}

export function wordingOf(difference: Difference): Wording {
  const { owner, kind } = difference;
  return { owner: owner ? ownerText(TITLES[owner.kind], owner.label) : '', ...WORDINGS[kind](difference) };
}

type Words = Omit<Wording, 'owner'>;

const WORDINGS: Readonly<Record<Difference['kind'], (difference: Difference) => Words>> = {
  added: ({ owner, after }) => ({
    what: 'added:',
    before: undefined,
    after: summary(owner!, after as JsonMessage, owner!.index.after!),
  }),
  removed: ({ owner, before }) => ({
    what: 'removed:',
    before: summary(owner!, before as JsonMessage, owner!.index.before!),
    after: undefined,
  }),
  renamed: ({ after }) => ({
    what: 'renamed to',
    before: undefined,
    after: after === '' ? '(no name)' : excerpt(String(after)),
  }),
  moved: ({ owner, before, after }) => ({
    what: `moved, ${POSITIONS[owner!.kind]}`,
    before: String(before),
    after: String(after),
  }),
  changed: (difference) => (difference.change ? fieldWords(difference) : tableWords(difference)),
};

const TITLES: Readonly<Record<Owner['kind'], string>> = { table: 'Table', feature: 'Feature' };

/** Such as `Table user`, by its name or its position. */
export const ownerText = (title: string, label: string | number): string =>
  `${title} ${typeof label === 'number' ? `at position ${label}` : excerpt(label)}`;

/** The word for the position of an owner among all of its kind. */
const POSITIONS: Readonly<Record<Owner['kind'], string>> = { table: 'table_id', feature: 'position' };

/** A feature looks up another table. */
const tableWords = ({ before, after }: Difference): Words => {
  const text = (table: JsonValue | null) =>
    typeof table === 'string' ? excerpt(table) : `at position ${table}`;
  return { what: 'table', before: text(before), after: text(after) };
};

function fieldWords({ change, owner, before, after }: Difference): Words {
  const { steps, oneof } = change!;
  const names = steps.map(({ field, index }) => {
    const name = field?.name ?? 'other fields';
    return index === undefined ? name : `${name}[${index}]`;
  });
  const field = steps.at(-1)?.field;
  const type = owner ? LISTS[owner.kind].message! : CONFIGURATION_TYPE;
  const holder = steps.at(-1)?.field?.message ?? type;
  const value = (of: JsonValue | null) =>
    oneof === undefined
      ? valueText(field, of)
      : of === null
        ? NOT_SET
        : choiceText(holder, of as JsonMessage);
  const shown = oneof === OPTIMIZER ? ['optimizer'] : names.filter((name) => !SAYS_NOTHING.has(name));
  return { what: shown.join('.'), before: value(before), after: value(after) };
}

export const NOT_SET = 'not set';

/** Steps that words leave out: all that makes a table learn is in the first, and a rate is constant unless called dynamic. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(['optimization_parameters', 'constant']);

/** Longer values are unreadable on one line. */
export const LONGEST = 160;

function valueText(field: FieldType | undefined, value: JsonValue | null): string {
  if (value === null) return NOT_SET;
  if (Array.isArray(value))
    return excerpt(`[${value.map((item) => valueText(field, item)).join(', ')}]`, LONGEST);
  if (typeof value === 'object') return `{ ${excerpt(membersText(field?.message, value), LONGEST)} }`;
  if (field === undefined) return excerpt(String(value), LONGEST);
  if (field.kind === 'string') return JSON.stringify(excerpt(String(value), LONGEST));
  if (typeof value !== 'number') return String(value);
  return field.kind === 'float' || isWrapper(field) ? float32Text(value) : grouped(value);
}

/** A chosen member of a oneof, such as `adam (beta1 0.9, beta2 0.999)`. */
function choiceText({ fields }: MessageType, value: JsonMessage): string {
  const field = fields.find((each) => jsonName(each) in value);
  const chosen = field && value[jsonName(field)];
  if (!field || chosen === undefined) return NOT_SET;
  if (typeof chosen !== 'object')
    return `${SAYS_NOTHING.has(field.name) ? '' : `${field.name} `}${valueText(field, chosen)}`;
  const members = membersText(field.message, chosen as JsonMessage);
  return members === '' ? field.name : `${field.name} (${excerpt(members, LONGEST)})`;
}

/** The fields that a message sets; the only field of a message type is shown in any case. */
function membersText(type: MessageType | undefined, message: JsonMessage): string {
  const fields = type?.fields ?? [];
  return fields
    .flatMap((field) => {
      const value = message[jsonName(field)] ?? (fields.length === 1 && !field.message ? 0 : undefined);
      return value === undefined ? [] : [`${field.name} ${valueText(field, value)}`];
    })
    .join(', ');
}

/** A table or feature in a line. */
function summary({ kind }: Owner, meaning: JsonMessage, index: number): string {
  const position = `${POSITIONS[kind]} ${index}`;
  if (kind === 'feature') {
    const shape = valueText(undefined, meaning['inputShape'] ?? []);
    const { table = 0 } = meaning;
    return `table ${typeof table === 'string' ? excerpt(table) : `at position ${String(table)}`}, shape ${shape}, ${position}`;
  }
  const { vocabularySize: rows = 0, dimension = 0, optimizationParameters = {} } = meaning;
  const { fields } = LISTS.table.message!.fieldsByName.get('optimization_parameters')!.message!;
  const optimizer = fields.find(
    (field) => field.oneof === OPTIMIZER && jsonName(field) in (optimizationParameters as JsonMessage),
  );
  return `${grouped(BigInt(String(rows)))} × ${String(dimension)}, ${optimizer?.name ?? 'no optimizer'}, ${position}`;
}

/** Such as `Memory on the devices: 1.2 GiB → 2.4 GiB (+100 %)`. */
export function memoryText({ deviceBytes, hostBytes, slice }: Memory): string {
  const changed = <T>(what: string, { before, after }: Sides<T | null>, words: (value: T) => string) =>
    before === null || after === null || before === after
      ? []
      : [`${what}: ${words(before)} → ${words(after)}`];
  return [
    onDevices(deviceBytes),
    ...changed('on the fullest host', hostBytes, bytes),
    ...changed('smallest slice', slice, String),
  ].join('; ');
}

type Memory = Pick<Comparison, 'deviceBytes' | 'hostBytes' | 'slice'>;

/** Such as `Memory on the devices: 1.2 GiB, as before`. */
export function onDevices({ before, after }: Comparison['deviceBytes']): string {
  const amount = (count: number | null) => (count === null ? 'unknown' : bytes(count));
  if (before !== null && before === after) return `Memory on the devices: ${amount(before)}, as before`;
  const change = before === null || after === null || before === 0 ? '' : ` (${percent(after / before - 1)})`;
  return `Memory on the devices: ${amount(before)} → ${amount(after)}${change}`;
}

/** A change in percent, with its sign; very small ones are less than 0.01 %. */
function percent(part: number): string {
  const sign = part < 0 ? '−' : '+';
  const size = Math.abs(100 * part);
  return size < 0.01 ? `less than ${sign}0.01 %` : `${sign}${Number(size.toPrecision(3))} %`;
}
