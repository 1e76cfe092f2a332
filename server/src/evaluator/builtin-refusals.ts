// What Python's own functions and methods refuse: calls of which neither the values nor the use are in doubt.

import { excerpt } from '../basics/excerpt';
import type { Node } from '../python/tree';
import { isForeign } from './attributes';
import { isBeyond, iterate } from './containers';
import type { Evaluator, Failure } from './evaluator';
import {
  checkHashes,
  fails,
  isHandled,
  isJudged,
  isSettled,
  isStraight,
  keyFailure,
  operandType,
  operatorType,
  typeName,
} from './failures';
import { beyond, iterationFailure, refuse, refused, refuseStraight } from './refusals';
import {
  type Arguments,
  type Elements,
  entriesOf,
  equalHeld,
  itemsOf,
  kinds,
  plainMember,
  truth,
  type Value,
} from './value';

/** How many positional arguments a function takes, and which keyword arguments. */
interface Takes {
  readonly least: number;
  readonly most: number;
  readonly names: readonly string[];
}

/** `name 1-2 keyword…` for each function; without a number it takes none, `1+` is any number from 1 on. */
const takes = (lines: string): ReadonlyMap<string, Takes> =>
  new Map(
    lines.split(';').map((line) => {
      const [name = '', count = '0', ...names] = line.trim().split(/\s+/);
      const [least, most = least] = count.replace('+', '-Infinity').split('-').map(Number);
      return [name, { least: least!, most: most!, names }];
    }),
  );

const FUNCTIONS = takes(
  'abs 1;all 1;any 1;callable 1;chr 1;divmod 2;enumerate 1-2 iterable start;filter 2;hash 1;id 1;isinstance 2;issubclass 2;iter 1-2;len 1;' +
    'list 0-1;map 2+ strict;max 1+ key default;min 1+ key default;next 1-2;ord 1;print 0+ sep end file flush;range 1-3;repr 1;reversed 1;' +
    'set 0-1;sorted 1 key reverse;sum 1-2 start;tuple 0-1;zip 0+ strict',
);

const METHODS: Readonly<Partial<Record<Value['kind'], ReadonlyMap<string, Takes>>>> = {
  list: takes(
    'append 1;clear;copy;count 1;extend 1;index 1-3;insert 2;pop 0-1;remove 1;reverse;sort 0 key reverse',
  ),
  dict: takes('clear;copy;get 1-2;items;keys;pop 1-2;popitem;setdefault 1-2;values'),
  set: takes('add 1;clear;copy;discard 1;isdisjoint 1;issubset 1;issuperset 1;pop;remove 1'),
  tuple: takes('count 1;index 1-3'),
  str: takes(
    'capitalize;casefold;center 1-2;count 1-3;endswith 1-3;find 1-3;index 1-3;isalnum;isalpha;isdecimal;isdigit;isidentifier;islower;' +
      'isnumeric;isspace;istitle;isupper;join 1;ljust 1-2;lower;lstrip 0-1;partition 1;removeprefix 1;removesuffix 1;replace 2-3 count;' +
      'rfind 1-3;rindex 1-3;rjust 1-2;rpartition 1;rsplit 0-2 sep maxsplit;rstrip 0-1;split 0-2 sep maxsplit;splitlines 0-1 keepends;' +
      'startswith 1-3;strip 0-1;swapcase;title;translate 1;upper;zfill 1',
  ),
};

const counted = (count: number): string => `${count} argument${count === 1 ? '' : 's'}`;

/** Another number of arguments than a function takes, or a keyword that it does not have. */
function misfit(callee: string, { least, most, names }: Takes, given: Arguments): Failure | undefined {
  const count = given.positional.length;
  const unknown = [...given.keywords.keys()].find((name) => !names.includes(name));
  // A keyword may stand for a positional argument.
  const fewest = names.length > 0 && given.keywords.size > 0 ? 0 : least;
  if (unknown !== undefined) return refused(`\`${callee}\` has no parameter \`${excerpt(unknown)}\``);
  if (count >= fewest && count <= most) return undefined;
  const wanted =
    least === most
      ? counted(least)
      : most === Number.POSITIVE_INFINITY
        ? `at least ${least}`
        : `${least} to ${most} arguments`;
  return refused(`\`${callee}\` takes ${wanted}, but gets ${count}`);
}

/** Functions that take their arguments' elements one by one: from which argument on. */
const TAKING: ReadonlyMap<string, number> = new Map([
  ...['all', 'any', 'dict', 'enumerate', 'frozenset', 'list', 'set', 'sorted', 'sum', 'tuple', 'zip'].map(
    (name) => [name, 0] as const,
  ),
  ...['filter', 'map'].map((name) => [name, 1] as const),
]);

/** Notes a call of one of Python's own functions that certainly raises an exception. */
export function checkFunction(ev: Evaluator, name: string, given: Arguments, node: Node): void {
  if (given.hasUnknownArguments || !isJudged(ev)) return;
  const wrong = FUNCTIONS.get(name);
  const problem = wrong && misfit(name, wrong, given);
  if (problem) return fails(ev, node, problem);
  const { positional } = given;
  if (!isStraight(ev) && !isHandled(ev)) return;
  const from =
    TAKING.get(name) ?? (positional.length === 1 && /^(?:max|min|iter)$/.test(name) ? 0 : undefined);
  const most = name === 'zip' || name === 'map' ? positional.length : (from ?? 0) + 1;
  if (from !== undefined)
    for (const value of positional.slice(from, most))
      refuseStraight(ev, node, [value], iterationFailure(ev, value, node));
  refuseStraight(ev, node, positional, FUNCTION_REFUSALS[name]?.(ev, given));
}

const ALONE = kinds('none', 'bool', 'int', 'float');
const UNSIZED = kinds('none', 'bool', 'int', 'float', 'function', 'coroutine');
const NO_NUMBER = kinds('none', 'str', 'list', 'tuple', 'dict', 'set');
const NO_CLASS = kinds('none', 'bool', 'int', 'float', 'str', 'list', 'dict');

const FUNCTION_REFUSALS: Readonly<Record<string, (ev: Evaluator, given: Arguments) => Failure | undefined>> =
  {
    len: (_ev, { positional: [value] }) =>
      value && (UNSIZED.has(value.kind) || (value.kind === 'iterator' && !value.isStream))
        ? refused(`A value of the type \`${nameOf(value)}\` has no length`)
        : undefined,
    range: (_ev, { positional }) =>
      positional.some(
        (value) => value.kind === 'float' || value.kind === 'str' || isObjectWithoutOperators(value),
      )
        ? refused('`range` takes ints (`//` divides them, `int` makes one of a text)')
        : undefined,
    dict({ library }, { positional: [value] }) {
      if (value?.kind === 'str' && value.value)
        return refused('`dict` takes pairs of a key and a value, not a text', 'ValueError');
      const isAlone = (each: Value) => ALONE.has(each.kind) || library.itemless?.(each)?.isIterable === false;
      const wrong = listed(value)?.find((each) => isAlone(each) || (lengthOf(each) ?? 2) !== 2);
      return (
        wrong &&
        refused('`dict` takes pairs of a key and a value', isAlone(wrong) ? 'TypeError' : 'ValueError')
      );
    },
    abs: (_ev, { positional: [value] }) =>
      value && NO_NUMBER.has(value.kind) && operatorType(value) !== undefined
        ? refused(`\`abs\` takes a number, not a value of the type \`${nameOf(value)}\``)
        : undefined,
    sum: (ev, { positional: [value, start], keywords }) => {
      const wrong =
        start || keywords.has('start')
          ? undefined
          : listed(value)?.find((each) => !NUMBERS.has(each.kind) && operandType(ev, each) !== undefined);
      return (
        wrong &&
        refused(`\`sum\` adds to 0, which does not take a value of the type \`${operandType(ev, wrong)}\``)
      );
    },
    round: (_ev, { positional: [value] }) =>
      value && NO_NUMBER.has(value.kind) && operatorType(value) !== undefined
        ? refused(`\`round\` takes a number, not a value of the type \`${nameOf(value)}\``)
        : undefined,
    isinstance: (_ev, { positional: [, type] }) =>
      type && NO_CLASS.has(type.kind)
        ? refused(
            `\`isinstance\` takes a class or a tuple of classes, not a value of the type \`${nameOf(type)}\``,
          )
        : undefined,
    issubclass: (_ev, { positional: [type] }) =>
      type && (NO_CLASS.has(type.kind) || isObjectWithoutOperators(type))
        ? refused(`\`issubclass\` takes a class first, not a value of the type \`${nameOf(type)}\``)
        : undefined,
    max: (ev, given) => ofNothing(ev, 'max', given),
    min: (ev, given) => ofNothing(ev, 'min', given),
    next: (ev, { positional: [value, other] }) => {
      if (!value || other) return undefined;
      if (value.kind === 'view' || (NO_ITERATOR.has(value.kind) && operatorType(value) !== undefined))
        return refused(`A value of the type \`${nameOf(value)}\` is no iterator: \`iter\` makes one of it`);
      const isEnded =
        value.kind === 'iterator' && value.cell.content?.length === 0 && !value.isEndless && !value.isStream;
      return isEnded && !value.use.isShared && value.isFresh() && isSettled(ev, value)
        ? refused('Nothing is left of this iterator', 'StopIteration')
        : undefined;
    },
  };

/** An object of a library that has no operators, so it is no number either. */
const isObjectWithoutOperators = (value: Value): boolean =>
  value.kind === 'made' && operatorType(value) !== undefined;

/** The elements of a list, a tuple, the values of a dict or an iterator, which stays as it is. */
function listed(value: Value | undefined): Elements {
  if (value?.kind === 'iterator' && !value.isEndless) return value.cell.content;
  return value?.kind === 'view' && value.part === 'values'
    ? entriesOf(value.of)?.map((entry) => entry.value)
    : itemsOf(value);
}

const lengthOf = (value: Value): number | undefined =>
  value.kind !== 'str'
    ? itemsOf(value)?.length
    : value.value === undefined
      ? undefined
      : [...value.value].length;

const NUMBERS = kinds('bool', 'int', 'float');
const NO_ITERATOR = kinds('list', 'tuple', 'dict', 'str');

function ofNothing(ev: Evaluator, name: string, { positional, keywords }: Arguments): Failure | undefined {
  const [value, ...more] = positional;
  const isEmpty = value && more.length === 0 && listed(value)?.length === 0 && !keywords.has('default');
  return isEmpty && isSettled(ev, value)
    ? refused(`\`${name}\` gets no value to choose from`, 'ValueError')
    : undefined;
}

const nameOf = (value: Value): string => operatorType(value) ?? typeName(value);

/** Notes a call of a method of a list, a dict, a text… that certainly raises an exception. */
export function checkMethod(ev: Evaluator, object: Value, name: string, given: Arguments, node: Node): void {
  if (given.hasUnknownArguments || !isJudged(ev, object) || !isOwn(object)) return;
  const wrong = METHODS[object.kind]?.get(name);
  const problem = wrong && misfit(name, wrong, given);
  if (problem) return fails(ev, node, problem);
  const [key] = given.positional;
  if (!isStraight(ev) && !isHandled(ev)) return;
  if (key && isStraight(ev) && HASHING[object.kind]?.has(name) && !isTakenAsFrozen(key, name))
    checkHashes(ev, node, [key]);
  refuseStraight(ev, node, given.positional, METHOD_REFUSALS[object.kind]?.[name]?.(ev, object, given));
}

/** The methods that look for their first argument by its hash. */
const HASHING: Readonly<Partial<Record<Value['kind'], ReadonlySet<string>>>> = {
  dict: new Set(['get', 'setdefault']),
  set: new Set(['add', 'discard', 'remove']),
};

/** Where nothing is added, Python makes a frozen set of a set. */
const isTakenAsFrozen = ({ kind }: Value, name: string): boolean =>
  kind === 'set' && (name === 'discard' || name === 'remove');

/** Whether a value's methods are those of Python. */
const isOwn = (value: Value): boolean =>
  value.kind === 'set' || (operatorType(value) !== undefined && !(value.kind === 'list' && value.isDeque));

type MethodRefusal = (ev: Evaluator, object: Value, given: Arguments) => Failure | undefined;

const takesElements: MethodRefusal = (_ev, _object, { positional: [value] }) =>
  value && UNSIZED.has(value.kind)
    ? refused(`A value of the type \`${nameOf(value)}\` has no elements to take one by one`)
    : undefined;

/** An element that a list or tuple certainly does not hold. */
const isHeld: MethodRefusal = (ev, object, { positional: [value, ...more] }) => {
  const items = itemsOf(object);
  if (!value || more.length > 0 || !items || !isSettled(ev, object)) return undefined;
  return items.every((each) => equalHeld(each, value) === false)
    ? refused(`This ${object.kind} does not hold the value`, 'ValueError')
    : undefined;
};

const takesText: MethodRefusal = (_ev, _object, { positional: [value] }) =>
  value && (NUMBERS.has(value.kind) || value.kind === 'list' || value.kind === 'none')
    ? refused(`This takes a text or a tuple of texts, not a value of the type \`${nameOf(value)}\``)
    : undefined;

const METHOD_REFUSALS: Readonly<Partial<Record<Value['kind'], Readonly<Record<string, MethodRefusal>>>>> = {
  list: {
    extend: takesElements,
    remove: isHeld,
    index: isHeld,
    pop(ev, object, { positional: [index] }) {
      const count = itemsOf(object)?.length;
      if (count === undefined || !isSettled(ev, object)) return undefined;
      return (index ? isBeyond(index, count) : count === 0)
        ? beyond(`This ${object.kind}`, count)
        : undefined;
    },
  },
  tuple: { index: isHeld },
  dict: {
    pop: (ev, object, { positional: [key, other] }) =>
      key && !other ? keyFailure(ev, object, key) : undefined,
  },
  str: {
    join(ev, _object, given) {
      const [parts] = given.positional;
      const wrong = listed(parts)?.find((each) => each.kind !== 'str' && isNoText(each));
      if (wrong)
        return refused(
          `\`join\` takes texts, and one of these is of the type \`${nameOf(plainMember(wrong))}\``,
        );
      return takesElements(ev, _object, given);
    },
    startswith: takesText,
    endswith: takesText,
    split: (_ev, _object, { positional: [separator] }) =>
      separator && NUMBERS.has(separator.kind)
        ? refused(`\`split\` takes a text to split at, not a value of the type \`${nameOf(separator)}\``)
        : undefined,
  },
};

const isNoText = (value: Value): boolean =>
  operatorType(value) !== undefined && !(value.kind === 'instance' && isForeign(value.cls));

/** Reading behind the end of a list, a tuple or a text that nobody else fills. */
export function checkIndex(ev: Evaluator, node: Node, object: Value, index: Value): void {
  const isCounted = object.kind === 'list' || object.kind === 'tuple' || object.kind === 'str';
  const isKnown =
    isCounted && operatorType(object) !== undefined && (object.kind !== 'str' || truth(object) !== undefined);
  const count = isKnown && isStraight(ev) && isSettled(ev, object) ? iterate(ev, object)?.length : undefined;
  if (count !== undefined && isBeyond(index, count))
    refuse(ev, node, [object, index], beyond(`This ${object.kind}`, count));
}
