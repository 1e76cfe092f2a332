import { excerpt } from '../../../basics/excerpt';
import { didYouMean } from '../../../basics/nearest';
import { isWithin } from '../../../basics/range';
import type { DictType, ListType, Type } from '../../../catalogue';
import { argumentValue } from '../../../dataflow/calls/argument-values';
import { numberOf, truth } from '../../../dataflow/calls/known-values';
import type { ApiCall } from '../../../dataflow/calls/python-file';
import type { Inferred } from '../../../dataflow/calls/types';
import { unlessRefused } from '../../../dataflow/derivation/draft';
import { featuresOf } from '../../../dataflow/derivation/features';
import type * as python from '../../../python/tree';
import type { TextFix } from '../call-rule';
import { quoted } from '../support/binding';
import { replacing } from '../support/edits';
import {
  type ArgumentPlace,
  BUFFERS,
  type JudgeItem,
  MAX_ITEMS,
  MAX_REPORTED,
  type Mismatch,
  mismatch,
  mismatched,
  takerOf,
  wrongType,
} from './mismatch';
import { mixedDtypes } from './tensors';

export function judgeList(
  expression: python.Expression,
  value: Inferred,
  type: ListType,
  place: ArgumentPlace,
  judge: JudgeItem,
): Mismatch[] {
  if (value.kind !== 'list' && value.kind !== 'tuple') {
    const taken = place.reader === 'op' ? undefined : judgeOther(expression, value, type, place, judge);
    if (taken) return taken;
    if (place.reader === 'class' && truth(value) === false && place.parameter.nullable) return [];
    // A tensor of 0 counts as left out.
    const mayBeAbsent = place.reader === 'class' && place.parameter.nullable && value.kind === 'tensor';
    return [
      wrongType(expression, value, type, { ...place, ...(mayBeAbsent && { severity: 'warning' }) }, () =>
        wrapped(expression, type, place, judge),
      ),
    ];
  }
  const length = judgeLength(expression, value.length, type, place);
  const items = judgeItems(value.elements, type, place, judge);
  const mixed =
    items.length === 0 && type.item.of === 'tensor'
      ? mixedDtypes(value.elements ?? [], type.item, place)
      : [];
  const order =
    length.length === 0 && type.ascending ? judgeOrder(expression, value.elements ?? [], place) : [];
  return [...length, ...items, ...order, ...mixed].slice(0, MAX_REPORTED);
}

/** Numbers that descend where they must not. */
function judgeOrder(
  expression: python.Expression,
  elements: readonly python.Expression[],
  place: ArgumentPlace,
): Mismatch[] {
  const numbers = elements.flatMap((element) => numberOf(place.call.typeOf(element)) ?? []);
  return numbers.some((number, i) => i > 0 && number < numbers[i - 1]!)
    ? mismatched('range', expression, place, 'has its limits in the wrong order: the lower one comes first.')
    : [];
}

/** What Python iterates over in place of a list; undefined if it cannot. */
function judgeOther(
  expression: python.Expression,
  value: Inferred,
  type: ListType,
  place: ArgumentPlace,
  judge: JudgeItem,
): Mismatch[] | undefined {
  if (place.reader === 'message' && type.item.of === 'int' && holdsInts(value)) return [];
  if (place.reader === 'class' && isShape(value) && takesInts(type.item))
    return judgeSizes(expression, value.dims, type, place);
  if (isNotIterable(value) || (type.sized && !hasLength(value))) return undefined;
  if (type.indexed && (value.kind === 'set' || value.kind === 'dict')) return undefined;
  if (isString(value))
    return place.reader === 'class' && place.parameter.nullable && truth(value) === false
      ? []
      : inPieces(expression, value, type, place, judge);
  if (place.reader !== 'class') return [];
  switch (value.kind) {
    case 'set':
    case 'dict': {
      const elements = value.kind === 'set' ? value.elements : value.entries?.map(({ key }) => key);
      const problems = [
        ...judgeLength(expression, elements?.length, type, place),
        ...judgeItems(elements, type, place, judge),
      ];
      const what = value.kind === 'set' ? 'a set has no order' : 'of a dict, only the keys count';
      const warning = `${place.subject} should be a list: ${what}.`;
      return problems.length > 0 || elements?.length === 0
        ? problems
        : [mismatch('type', expression, 'warning', warning)];
    }
    case 'range':
      return judgeLength(expression, value.length, type, place);
    case 'array':
    case 'tensor':
      return type.sized ? judgeLength(expression, value.shape?.[0], type, place) : [];
    default:
      return [];
  }
}

/** An array or a tensor of several numbers has a length, but is not true or false, which TensorFlow asks before. */
const hasLength = (value: Inferred) =>
  value.kind === 'array' || value.kind === 'tensor'
    ? value.shape === undefined || value.shape.some((size) => size === undefined || size <= 1)
    : value.kind !== 'iterable' || value.name.startsWith('dict_');

/** The usual mistake is to forget the brackets around a single element. */
function wrapped(
  expression: python.Expression,
  type: ListType,
  place: ArgumentPlace,
  judge: JudgeItem,
): TextFix[] {
  const { kind } = place.call.typeOf(expression);
  if (kind === 'none' || kind === 'unknown') return [];
  // A tensor converts to a number only in eager mode.
  if (kind === 'tensor' && type.item.of !== 'tensor') return [];
  const problems = [...judge(expression, type.item, place), ...judgeLength(expression, 1, type, place)];
  if (problems.some(({ severity }) => severity === 'error')) return [];
  const text = place.file.text.slice(expression.start, expression.end);
  return [{ ...replacing(expression, `[${text}]`, true), title: 'Put it in a list' }];
}

function judgeItems(
  elements: readonly python.Expression[] | undefined,
  type: ListType,
  place: ArgumentPlace,
  judge: JudgeItem,
): Mismatch[] {
  const item: ArgumentPlace = {
    ...place,
    subject: elementOf(place),
    ...(type.uncheckedItems && { severity: 'warning' }),
  };
  const { leading = type.item } = type;
  return (elements ?? [])
    .slice(0, MAX_ITEMS)
    .flatMap((element, i) => judge(element, i + 1 < elements!.length ? leading : type.item, item));
}

const elementOf = ({ parameter }: ArgumentPlace) => `An element of \`${parameter.name}\``;

const NOT_ITERABLE: ReadonlySet<Inferred['kind']> = new Set([
  'int',
  'float',
  'bool',
  'none',
  'function',
  'routine',
  'object',
  'dtype',
  'class',
]);

const isNotIterable = (value: Inferred) =>
  (NOT_ITERABLE.has(value.kind) && !isIterated(value)) ||
  (value.kind === 'instance' && value.entry.message === undefined) ||
  hasNoAxes(value);

/** An enum that gives its members, or an object that gives its bytes. */
const isIterated = (value: Inferred) =>
  (value.kind === 'routine' && value.isIterable === true) ||
  (value.kind === 'object' && BUFFERS.includes(value.name));

const hasNoAxes = (value: Inferred) =>
  (value.kind === 'array' || value.kind === 'tensor') && value.shape?.length === 0;

/** Objects of other classes that Python iterates over as ints. */
const holdsInts = (value: Inferred) =>
  value.kind === 'bytes' || (value.kind === 'object' && HOLDING_INTS.has(value.name));
const HOLDING_INTS: ReadonlySet<string> = new Set(['TensorShape', ...BUFFERS]);

type TensorShape = Extract<Inferred, { kind: 'object' }>;

/** A `tf.TensorShape` has a length and sizes by index, unless its rank is not known. */
const isShape = (value: Inferred): value is TensorShape =>
  value.kind === 'object' && value.name === 'TensorShape' && value.dims !== null;

function judgeSizes(
  expression: python.Expression,
  dims: TensorShape['dims'],
  type: ListType,
  place: ArgumentPlace,
): Mismatch[] {
  const length = judgeLength(expression, dims?.length, type, place);
  const isOpen = type.leading !== undefined && dims?.slice(0, -1).includes(null) === true;
  return isOpen
    ? [
        ...length,
        wrongType(expression, { kind: 'none' }, type.leading, { ...place, subject: elementOf(place) }),
      ]
    : length;
}

const takesInts = (item: Type): boolean =>
  item.of === 'union' ? item.types.some(takesInts) : TAKING_INTS.has(item.of);
const TAKING_INTS: ReadonlySet<Type['of']> = new Set(['int', 'float', 'other']);

const isString = (value: Inferred): value is Text => value.kind === 'str' || value.kind === 'bytes';
type Text = Extract<Inferred, { kind: 'str' | 'bytes' }>;

/** Whether a text certainly has more or fewer characters than the list has elements; none at all may count as left out. */
const isMislong = (
  { value }: Text,
  { minLength = 0, maxLength = Number.POSITIVE_INFINITY }: ListType,
): boolean => {
  const length = value === undefined ? 0 : [...value].length;
  return length > 0 && (length < minLength || length > maxLength);
};

/** Python accepts a string as a list of characters. */
const inPieces = (
  expression: python.Expression,
  value: Text,
  type: ListType,
  place: ArgumentPlace,
  judge: JudgeItem,
): Mismatch[] => [
  {
    ...mismatch(
      'type',
      expression,
      !isMislong(value, type) &&
        (type.uncheckedItems || (type.item.of === 'str' && !areNoTables(expression, place)))
        ? 'warning'
        : place.severity,
      `${place.subject} should be a list: in a string, every character counts as one element.`,
    ),
    fixes: () => wrapped(expression, type, place, judge),
  },
];

/** Whether a text is read as names of tables, character by character, and some of these are none. */
function areNoTables(expression: python.Expression, { call, parameter }: ArgumentPlace): boolean {
  const value = call.typeOf(expression);
  const found = parameter.stacks && unlessRefused(() => featuresOf(call));
  if (value.kind !== 'str' || !value.value || !found || found.firstUnknown) return false;
  const names = found.features.map(({ table }) => table?.attribute('name').type);
  const texts = names.flatMap((name) => (name?.kind === 'str' ? (name.value ?? []) : []));
  return texts.length === names.length && [...value.value].some((each) => !texts.includes(each));
}

function judgeLength(
  expression: python.Expression,
  length: number | undefined,
  {
    minLength = 0,
    maxLength = Number.POSITIVE_INFINITY,
    lengthOf,
    expectsLengthOf,
    oneMoreThan,
    orEmpty,
  }: ListType,
  place: ArgumentPlace,
): Mismatch[] {
  if (length === undefined || (length === 0 && orEmpty)) return [];
  const elements = (count: number) => `${count} element${count === 1 ? '' : 's'}`;
  // TensorFlow treats an empty list like None.
  const isAbsent = length === 0 && place.parameter.nullable && place.reader === 'class';
  if (length < minLength && !isAbsent)
    return mismatched(
      'length',
      expression,
      place,
      `has ${elements(length)}, but needs at least ${minLength}.`,
    );
  if (length > maxLength)
    return mismatched(
      'length',
      expression,
      place,
      `has ${elements(length)}, but takes at most ${maxLength}.`,
    );
  const other = lengthOf ?? expectsLengthOf ?? oneMoreThan;
  const counted = other === undefined ? undefined : lengthOfArgument(place, other);
  const wanted = counted !== undefined && oneMoreThan !== undefined ? counted + 1 : counted;
  if (wanted === undefined || wanted === length) return [];
  const severity = expectsLengthOf === undefined ? place.severity : 'warning';
  const later =
    severity === 'warning' && place.severity === 'error' ? ` ${takerOf(place)} does not notice.` : '';
  return mismatched(
    'length',
    expression,
    { ...place, severity },
    `has ${elements(length)}, but \`${other}\` has ${counted}. ${oneMoreThan === undefined ? 'Make them equally long.' : `It needs ${wanted}.`}${later}`,
  );
}

/** The length of another argument; a missing one has no elements. */
function lengthOfArgument({ call }: ArgumentPlace, parameter: string): number | undefined {
  const value = argumentValue(call, parameter);
  if (value.kind === 'none') return 0;
  return value.kind === 'list' || value.kind === 'tuple' ? value.length : undefined;
}

export function judgeDict(
  expression: python.Expression,
  value: Inferred,
  type: DictType,
  place: ArgumentPlace,
  judge: JudgeItem,
): Mismatch[] {
  if (value.kind !== 'dict') return [wrongType(expression, value, type, place)];
  const wrongKeys = judgeKeys(expression, value, type, place);
  if (wrongKeys.length > 0) return wrongKeys.map((found) => ({ ...found, near: true }));
  if (type.someFor !== undefined && value.entries?.length === 0 && holdsTensor(place.call, type.someFor))
    return mismatched(
      'length',
      expression,
      place,
      `must not be empty: \`${type.someFor}\` needs its entries.`,
    );
  const part = (of: string): ArgumentPlace => ({
    ...place,
    subject: `A ${of} of \`${place.parameter.name}\``,
    // A dict takes any key, but one that is no text belongs to nothing.
    ...(of === 'key' && type.key.of === 'str' && { severity: 'warning' }),
  });
  return (value.entries ?? [])
    .slice(0, MAX_ITEMS)
    .flatMap((entry) => [
      ...judge(entry.key, type.key, part('key')),
      ...judge(entry.value, valueType(type, place.call.typeOf(entry.key)), part('value')),
    ])
    .slice(0, MAX_REPORTED);
}

/** Whether an argument is a tensor, or has one right in it. */
function holdsTensor(call: ApiCall, parameter: string): boolean {
  const value = argumentValue(call, parameter);
  const parts =
    value.kind === 'dict'
      ? value.entries?.map((entry) => entry.value)
      : value.kind === 'list' || value.kind === 'tuple'
        ? value.elements
        : [];
  return value.kind === 'tensor' || parts?.some((part) => call.typeOf(part).kind === 'tensor') === true;
}

const valueType = ({ value, values = {} }: DictType, key: Inferred): Type =>
  key.kind === 'str' && key.value !== undefined && Object.hasOwn(values, key.value)
    ? values[key.value]!
    : value;

function judgeKeys(
  expression: python.Expression,
  { entries }: Extract<Inferred, { kind: 'dict' }>,
  { keys }: DictType,
  place: ArgumentPlace,
): Mismatch[] {
  const given = entries?.map(({ key }) => place.call.typeOf(key));
  if (!keys || !given?.every(isKnownText)) return [];
  const names = given.map(({ value }) => value!);
  const known = keys.others && [...keys.needed, ...keys.others];
  const surplus = known && names.findIndex((name) => !known.includes(name));
  if (surplus !== undefined && surplus >= 0) {
    const meant = didYouMean(names[surplus]!, known!, '"');
    const what = `has the key "${excerpt(names[surplus]!)}", which is none of its keys.${meant ? ` ${meant}` : ''}`;
    return mismatched('type', nodeWithin(expression, entries![surplus]!.key), place, what);
  }
  const missing = keys.needed.filter((name) => !names.includes(name));
  const plural = missing.length > 1 ? 's' : '';
  return missing.length > 0
    ? mismatched('type', expression, place, `lacks the key${plural} ${quoted(missing)}.`)
    : [];
}

const isKnownText = (type: Inferred): type is Extract<Inferred, { kind: 'str' }> =>
  type.kind === 'str' && type.value !== undefined;

/** A part of an expression if it is written there, else the whole. */
const nodeWithin = (whole: python.Expression, part: python.Expression): python.Expression =>
  isWithin(part, whole) ? part : whole;

/** The call takes a tuple of the right length without a look at what is in it. */
export function judgeTuple(
  expression: python.Expression,
  value: Inferred,
  type: Extract<Type, { of: 'tuple' }>,
  place: ArgumentPlace,
  judge: JudgeItem,
): Mismatch[] {
  if (value.kind !== 'tuple') return [wrongType(expression, value, type, place)];
  const { items } = type;
  if (value.length !== undefined && value.length !== items.length)
    return mismatched(
      'length',
      expression,
      place,
      `must be a tuple of ${items.length}, but this one has ${value.length}.`,
    );
  const part: ArgumentPlace = { ...place, subject: elementOf(place), severity: 'warning' };
  return (value.elements ?? []).flatMap((element, i) =>
    judge(element, items[i]!, part).map((found) => ({ ...found, near: true })),
  );
}
