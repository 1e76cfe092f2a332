// What Python's own operations refuse, whatever libraries do: values of which neither the type nor the use is in doubt.

import { excerpt } from '../basics/excerpt';
import { textMatches } from '../python/text-matches';
import type { Node } from '../python/tree';
import { isForeign, memberOf, ownMember } from './attributes';
import type { Evaluator, Failure, Itemless } from './evaluator';
import {
  classWithout,
  fails,
  isJudged,
  isRunByModule,
  isStraight,
  leaveWhereCaught,
  operandType,
  operatorType,
  plainType,
  typeName,
} from './failures';
import { type ClassValue, classOfObject, itemsOf, kinds, type Value } from './value';

const NUMBERS = kinds('bool', 'int', 'float');
const ALONE = kinds('none', 'bool', 'int', 'float', 'ellipsis');

const isPlain = (value: Value): boolean => plainType(value) !== undefined;

/** Other code may give a variable that holds `None` another value before it calls a function. */
const isCertain = (ev: Evaluator, ...values: readonly Value[]): boolean =>
  isJudged(ev, ...values) && (!values.some(({ kind }) => kind === 'none') || isRunByModule(ev.around));

export function refuse(
  ev: Evaluator,
  node: Node,
  values: readonly Value[],
  failure: Failure | undefined,
): void {
  if (failure && isCertain(ev, ...values)) fails(ev, node, failure);
}

/** The same where no test may have excluded the values; a handler goes on behind it in either case. */
export function refuseStraight(
  ev: Evaluator,
  node: Node,
  values: readonly Value[],
  failure: Failure | undefined,
): void {
  if (!failure) return;
  if (isStraight(ev)) refuse(ev, node, values, failure);
  else leaveWhereCaught(ev);
}

/** What a failure raises where that depends on more than is known. */
export const SOME_EXCEPTION = 'Exception';

export const refused = (reason: string, raises = 'TypeError'): Failure => ({ of: 'refused', reason, raises });
export const refusedValue = (reason: string): Failure => refused(reason, 'ValueError');

/** The number of an element that there is not. */
export const beyond = (what: string, count: number): Failure =>
  refused(
    count === 0
      ? `${what} is empty`
      : `${what} has ${count} element${count === 1 ? '' : 's'}: the last is \`[${count - 1}]\``,
    'IndexError',
  );

/** A loop over a number or `None`. */
export const checkIterated = (ev: Evaluator, node: Node, value: Value): void =>
  refuse(ev, node, [value], iterationFailure(ev, value, node));

/** `**value` of what is no dict. */
export function checkMapping(ev: Evaluator, node: Node, value: Value): void {
  const type = value.kind === 'dict' ? undefined : operatorType(value);
  refuse(
    ev,
    node,
    [value],
    type === undefined
      ? undefined
      : refused(`\`**\` takes a dict, and this is a value of the type \`${type}\``),
  );
}

export function iterationFailure(ev: Evaluator, value: Value, node: Node): Failure | undefined {
  const isCoroutine = value.kind === 'coroutine';
  const itemless = itemlessType(ev, value);
  const isRefused = isCoroutine || ALONE.has(value.kind) || itemless?.isIterable === false;
  const reason = isCoroutine
    ? '`await` is missing: what an `async` function gives has no elements to take one by one'
    : `A value of the type \`${itemless?.type ?? typeName(value)}\` has no elements to take one by one`;
  return isRefused ? refused(reason) : ev.library.refusesIteration?.(value, node, ev);
}

/** `with` over a value that is no context manager: one of Python's own, or a function or method that is not called. */
export function checkEntered(ev: Evaluator, node: Node, value: Value): void {
  const isUncalled =
    value.kind === 'function' ||
    (value.kind === 'method' && ev.library.sharesMethod?.([value.object], value.name) === true);
  const type = isUncalled ? 'function' : (operatorType(value) ?? withoutContext(ev, value));
  const reason = `\`with\` takes a context manager, and this is a value of the type \`${type}\`${isUncalled ? ': call it' : ''}`;
  refuse(ev, node, [value], type === undefined ? undefined : refused(reason));
}

/** The class of an object of the program that is no context manager. */
const withoutContext = (ev: Evaluator, object: Value): string | undefined =>
  classWithout(ev, object, ['__enter__']) ?? classWithout(ev, object, ['__exit__']);

/** The type of an object of the program or of a library that has no elements, or at least no length. */
function itemlessType(ev: Evaluator, object: Value): Itemless | undefined {
  const type = classWithout(ev, object, ['__iter__', '__getitem__', '__contains__']);
  return type === undefined ? ev.library.itemless?.(object) : { type, isIterable: false };
}

/** `len(object)` of an object without a length. */
export function checkMeasured(ev: Evaluator, node: Node, object: Value): void {
  const type = classWithout(ev, object, ['__len__']) ?? ev.library.itemless?.(object)?.type;
  if (type !== undefined)
    refuse(ev, node, [object], refused(`A value of the type \`${type}\` has no length`));
}

/** `left < right` of types without a common order, or `left in right` of one without elements. */
export function checkCompared(ev: Evaluator, node: Node, left: Value, operator: string, right: Value): void {
  refuse(
    ev,
    node,
    [left, right],
    comparison(ev, left, operator, right) ?? comparisonOfObjects(ev, node, left, operator, right),
  );
}

/** Objects that Python compares part by part. */
function comparisonOfObjects(
  ev: Evaluator,
  node: Node,
  left: Value,
  operator: string,
  right: Value,
): Failure | undefined {
  const isOrder = left.kind === 'made' && right.kind === 'made' && /^[<>]=?$/.test(operator);
  const types = isOrder ? ev.library.unordered?.(left, right, node, ev) : undefined;
  return types && { of: 'operator', operator, ...types };
}

function comparison(ev: Evaluator, left: Value, operator: string, right: Value): Failure | undefined {
  if (operator === 'in' || operator === 'not in') {
    const itemless = itemlessType(ev, right);
    return ALONE.has(right.kind) || (itemless?.isIterable === false && !itemless.isContainer)
      ? refused(`\`in\` does not take a value of the type \`${itemless?.type ?? typeName(right)}\``)
      : undefined;
  }
  if (!/^[<>]=?$/.test(operator)) return undefined;
  const [a, b] = [left, right].map((value) => operandType(ev, value, ORDERING));
  if (a === undefined || b === undefined) return undefined;
  if (a === b && left.kind === 'made' && left.facts?.isOrdered) return undefined;
  const areNumbers = NUMBERS.has(left.kind) && NUMBERS.has(right.kind);
  const isOrdered = left.kind === right.kind && isPlain(left) && left.kind !== 'none' && left.kind !== 'dict';
  return areNumbers || isOrdered ? undefined : { of: 'operator', operator, left: a, right: b };
}

const ORDERING = ['__lt__', '__gt__', '__le__', '__ge__'];

/** The least or greatest of values without a common order, or their sorting, which compares whatever stands side by side. */
export function checkOrdered(
  ev: Evaluator,
  node: Node,
  values: readonly Value[] | undefined,
  isSorting = false,
): void {
  const [first, ...others] = values ?? [];
  const other = first && others.find((each) => comparison(ev, each, '<', first));
  if (first && other) checkCompared(ev, node, other, '<', first);
  if (first?.kind !== 'made' || values!.length > MAX_COMPARED) return;
  for (const [i, left] of (isSorting ? values! : [first]).entries())
    for (const right of isSorting ? values!.slice(i + 1) : others.slice(0, 1)) {
      const failure = comparisonOfObjects(ev, node, right, '<', left);
      if (failure) return refuse(ev, node, [left, right], failure);
    }
}

const MAX_COMPARED = 30;

/** `None.name`, which nothing but Python's own methods has. */
export function checkNone(ev: Evaluator, node: Node, value: Value, name: string): void {
  if (value.kind !== 'none' || name === '' || name.startsWith('__')) return;
  const failure =
    name === '[]'
      ? refused('`None` has no elements')
      : refused(`\`None\` has no \`${excerpt(name)}\``, 'AttributeError');
  refuse(ev, node, [value], failure);
}

/** A sign before what is no number, or `~` before what is no whole one. */
export function checkSigned(ev: Evaluator, node: Node, operator: string, value: Value): void {
  const isTaken =
    operator === 'not' || (NUMBERS.has(value.kind) && !(operator === '~' && value.kind === 'float'));
  const type = isTaken ? undefined : operatorType(value);
  const wanted = operator === '~' ? 'a whole number' : 'a number';
  if (type !== undefined)
    refuse(
      ev,
      node,
      [value],
      refused(`\`${operator}\` takes ${wanted}, not a value of the type \`${type}\``),
    );
}

/** A text that is no number, or what is no text; whether Python raises an exception. */
export function checkNumber(ev: Evaluator, node: Node, value: Value, name: 'int' | 'float'): boolean {
  if (value.kind === 'str') {
    const { value: text } = value;
    const isRefused = text !== undefined && !mayBeNumber(text, name);
    if (isRefused)
      refuse(
        ev,
        node,
        [value],
        refused(`\`${name}\` makes no number of \`'${excerpt(text)}'\``, 'ValueError'),
      );
    return isRefused;
  }
  const isObject = value.kind === 'made' && operatorType(value) !== undefined;
  const isRefused = isObject || (isPlain(value) && !NUMBERS.has(value.kind) && value.kind !== 'bytes');
  const reason = `\`${name}\` makes no number of a value of the type \`${operatorType(value) ?? typeName(value)}\``;
  refuse(ev, node, [value], isRefused ? refused(reason) : undefined);
  return isRefused;
}

/** Whether Python may make a number of a text: it knows more digits than those of ASCII. */
export const mayBeNumber = (text: string, name: 'int' | 'float'): boolean =>
  !/^[ -~]*$/.test(text) || NUMBER[name].test(text);

const NUMBER = {
  int: /^\s*[+-]?\d+(?:_\d+)*\s*$/,
  float: /^\s*[+-]?(?:nan|inf(?:inity)?|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:e[+-]?\d[\d_]*)?)\s*$/i,
} as const;

/** A division by zero. */
export function checkDivision(ev: Evaluator, node: Node, left: Value, operator: string, right: Value): void {
  const isNumber = NUMBERS.has(left.kind) && (right.kind === 'int' || right.kind === 'float');
  const isZero =
    isNumber && /^(?:\/\/?|%)$/.test(operator) && right.value !== undefined && Number(right.value) === 0;
  refuse(ev, node, [left, right], isZero ? refused('This divides by zero', 'ZeroDivisionError') : undefined);
}

/** `object.name = value` where the class of the program lets nobody set it. */
export function checkAssigned(ev: Evaluator, node: Node, object: Value, name: string): void {
  const cls = classOfObject(object);
  // Where only the class of `self` is known, a derived class may set it.
  const isKnown = object.kind !== 'instance' || object.node !== cls?.definition;
  if (!cls || !isKnown || isForeign(cls) || memberOf(cls, '__setattr__')) return;
  const what = `\`${excerpt(name)}\` of \`${excerpt(cls.name)}\` cannot be set`;
  const member = object.kind === 'instance' ? memberOf(cls, name) : undefined;
  const isField = cls.fields.some((field) => field.name === name);
  if (isFrozen(ev, cls, isField))
    refuse(ev, node, [object], refused(`${what}, as the class is frozen`, 'FrozenInstanceError'));
  else if (object.kind === 'tuple' && isField) refuse(ev, node, [object], refused(what, 'AttributeError'));
  else if (isReadOnly(member))
    refuse(ev, node, [object], refused(`${what}, as it is a property without a setter`, 'AttributeError'));
  else if (object.kind === 'instance' && !memberOf(cls, name) && slotsOf(cls)?.includes(name) === false)
    refuse(ev, node, [object], refused(`${what}, as it is not in \`__slots__\``, 'AttributeError'));
}

/** The only attributes that the objects of a class can have: each class behind it lists its own. */
function slotsOf(cls: ClassValue): readonly string[] | undefined {
  const slots: string[] = [];
  for (const each of [cls, ...cls.inherited]) {
    const listed = each.kind === 'class' && isPlainClass(each) ? ownMember(each, '__slots__') : undefined;
    const names = listed?.kind === 'str' ? [listed] : itemsOf(listed);
    for (const name of names ?? [undefined]) {
      // Private names are mangled, and `__dict__` allows all.
      if (name?.kind !== 'str' || name.value === undefined || name.value.startsWith('__')) return undefined;
      slots.push(name.value);
    }
  }
  return slots;
}

/** Whether a member of a class is a property without a setter. */
export function isReadOnly(member: Value | undefined): boolean {
  if (member?.kind !== 'made' || member.callee !== 'builtins.property') return false;
  const [, setter] = member.given.positional;
  return setter === undefined || setter.kind === 'none';
}

/** Whether `@dataclass(frozen=True)` makes a class, or a base, which guards only its fields. */
const isFrozen = ({ tree: { text } }: Evaluator, cls: ClassValue, isField: boolean): boolean =>
  [cls, ...(isField ? cls.inherited : [])].some(
    (each) =>
      each.kind === 'class' &&
      each.form === 'dataclass' &&
      each.definition.kind === 'class' &&
      each.definition.decorators.some(({ start, end }) => FROZEN.test(text.slice(start, end))),
  );
const FROZEN = /\bdataclass\(.*\bfrozen\s*=\s*True\b/s;

/** `object[key] = value` of a value whose elements stay. */
export function checkElementSet(ev: Evaluator, node: Node, object: Value): void {
  const isFixed = object.kind === 'tuple' || object.kind === 'str' || object.kind === 'range';
  const reason = `The elements of a value of the type \`${typeName(object)}\` cannot be set`;
  refuse(ev, node, [object], isFixed && !classOfObject(object) ? refused(reason) : undefined);
}

/** The name of the class of an object that certainly is no dataclass and has no `__match_args__`. */
export function recordless(ev: Evaluator, object: Value): string | undefined {
  if (object.kind !== 'instance') return ev.library.recordless?.(object);
  const { cls } = object;
  const all = [cls, ...cls.inherited];
  const arePlain = all.every((each) => each.kind === 'class' && isPlainClass(each));
  const isOther = HOOKS.some((name) => memberOf(cls, name)) || textMatches(ev.tree, MAKES_RECORD);
  return arePlain && !isOther && !isForeign(cls) && object.node !== cls.definition ? cls.name : undefined;
}

const isPlainClass = ({ form, style, definition }: ClassValue): boolean =>
  form === 'plain' && !style && definition.kind === 'class' && definition.decorators.length === 0;

const HOOKS = ['__match_args__', '__init_subclass__', '__dataclass_fields__'];
/** A class that is made a dataclass behind its definition. */
const MAKES_RECORD = /\bdataclass\(\s*\w+\s*[,)]/;

/** `dataclasses.replace` and functions like it, of an object of no dataclass. */
export function checkRecord(ev: Evaluator, node: Node, object: Value | undefined, name: string): void {
  const type = object && (recordless(ev, object) ?? plainType(object));
  const problem =
    object?.kind === 'class'
      ? 'this is a class'
      : type === undefined
        ? undefined
        : `\`${excerpt(type)}\` is none`;
  if (object && problem !== undefined)
    refuse(ev, node, [object], refused(`\`${name}\` takes an object of a dataclass, and ${problem}`));
}
