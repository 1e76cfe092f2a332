import { ATTRIBUTE_ERROR, anyIf, NO_EXCEPTION } from '../python/exceptions';
import { textMatches } from '../python/text-matches';
import type { Call, Expression, Node } from '../python/tree';
import {
  attributesAsDict,
  callImplicitly,
  deleteAttribute,
  hasAttribute,
  isForeign,
  isRewritten,
  isWrapper,
  lacksAttribute,
  memberOf,
  setAttribute,
  store,
} from './attributes';
import { writeTo } from './callbacks';
import { bareObject } from './classes';
import {
  afterFirst,
  anyElementOf,
  calledInTurn,
  copyOfSet,
  dictOf,
  iterate,
  iteratorOf,
  lazyElements,
  lengthOf,
  letContentsEscape,
  listOf,
  loopedOver,
  oneByOne,
  putEntry,
  remaining,
  setOf,
  showMaking,
  sorted,
  tupleOf,
  update,
} from './containers';
import { callUnseen, readableFrom } from './escape';
import type { Evaluator } from './evaluator';
import { operated } from './expressions';
import {
  attributeFailure,
  callFailure,
  checkHashes,
  classWithout,
  fails,
  isJudged,
  leaveWhereCaught,
  plainMembers,
} from './failures';
import { isTrue, touch, WRITING } from './implicit';
import { entries, letEscape, optionsOf } from './join';
import { isTakenAtOnce, lazily } from './lazy';
import { arithmetic, asNumber, negated, orderOf, roundedAlike, roundedTo } from './numbers';
import { isNamespace, NAMESPACE } from './records';
import { checkAssigned, checkMeasured, checkNumber, checkOrdered } from './refusals';
import { formatted, reprOf, textOf } from './strings';
import {
  type Arguments,
  at,
  bool,
  type ClassValue,
  classOfObject,
  float,
  int,
  isOwnType,
  kinds,
  NO_ARGUMENTS,
  none,
  numberOf,
  passing,
  str,
  truth,
  unknown,
  type Value,
  valuesOf,
} from './value';
import { checkStrict, zipped } from './zipped';

/** The result of a call of one of Python's own functions, if it is known. */
export type Builtin = (ev: Evaluator, given: Arguments, node: Node) => Value | undefined;

/** Calls `of` if the call has no unknown further arguments and only these keywords. */
const plain =
  (
    of: (
      ev: Evaluator,
      given: readonly Value[],
      node: Node,
      keywords: ReadonlyMap<string, Value>,
    ) => Value | undefined,
    ...names: readonly string[]
  ): Builtin =>
  (ev, given, node) => {
    const isPlain =
      !given.hasUnknownArguments && [...given.keywords.keys()].every((name) => names.includes(name));
    return isPlain ? of(ev, given.positional, node, given.keywords) : NOT_FOLLOWED(ev, given, node);
  };

/** The parameters of `property`, in their order. */
const ACCESSORS: readonly string[] = ['fget', 'fset', 'fdel'];

/** For a function that changes nothing and lets none of its arguments escape. */
const READ_ONLY: Builtin = (_ev, _given, node) => unknown(node, 'call');

/** For a function whose result is known by its arguments. */
export const kept =
  (callee: string): Builtin =>
  (_ev, given, node) => ({ kind: 'made', callee, given, node });

/** For a class whose objects may change what they are made of: its arguments escape. */
const heldAs =
  (callee: string): Builtin =>
  (ev, given, node) => {
    callUnseen(ev, given, node);
    return { kind: 'made', callee, given: { ...NO_ARGUMENTS }, node };
  };

/** For a function that is not followed: its arguments escape. */
const NOT_FOLLOWED: Builtin = (ev, given, node) => {
  callUnseen(ev, given, node);
  return undefined;
};

/** Calls a function that a function of Python's own gets. */
function called(ev: Evaluator, callee: Value, given: readonly Value[], node: Node): Value {
  if (isJudged(ev, callee)) fails(ev, node, callFailure(ev, callee, passing(...given)));
  return ev.call(callee, passing(...given), node);
}

/** The elements that a loop over an argument would get; where they are unknown, the argument escapes. */
function all(ev: Evaluator, value: Value | undefined): readonly Value[] | undefined {
  const found = value && iterate(ev, value);
  if (!found && value) letContentsEscape(ev, value);
  return found;
}

/** The elements that an iterator over an argument will get, one by one. */
function drawnFrom(ev: Evaluator, value: Value | undefined): readonly Value[] | undefined {
  const found = lazyElements(ev, value);
  if (!found && value) letContentsEscape(ev, value);
  return found;
}

const UNFOLLOWED: readonly string[] = (
  'BaseException Exception ValueError TypeError KeyError IndexError ImportError ' +
  'ModuleNotFoundError AttributeError RuntimeError NotImplementedError AssertionError ' +
  'StopIteration NotImplemented OSError locals globals dir hex oct bin ' +
  'ascii eval exec compile'
).split(' ');

export const BUILTINS: ReadonlyMap<string, Builtin> = new Map(
  Object.entries<Builtin>({
    abs: plain((_ev, [value], node) => {
      const number = value && asNumber(value);
      if (!number || number.value === undefined) return number && at(node, number);
      return number.value < 0 || Object.is(number.value, -0) ? negated(number, node) : at(node, number);
    }),
    all: plain((ev, [value], node) => every(ev, value, node, true)),
    any: plain((ev, [value], node) => every(ev, value, node, false)),
    bytearray: heldAs('builtins.bytearray'),
    memoryview: heldAs('builtins.memoryview'),
    bool: plain((ev, [value], node) => bool(node, value ? isTrue(ev, value, node) : false)),
    bytes: (ev, given, node) => {
      callUnseen(ev, given, node);
      return { kind: 'bytes', value: undefined, node };
    },
    callable: plain((ev, [value], node) => bool(node, value && isCallable(ev, value))),
    complex: (_ev, _given, node) => ({ kind: 'complex', node }),
    delattr: plain((ev, [object], node) => {
      if (object) deleteAttribute(ev, object);
      return none(node);
    }),
    dict: (ev, given, node) => {
      if (given.hasUnknownArguments) return NOT_FOLLOWED(ev, given, node);
      const [from] = given.positional;
      const made = dictOf(ev, node);
      if (from) {
        if (from.kind === 'dict') ev.state.write(made.cell, from.cell.content);
        else update(ev, made, from);
      }
      for (const [name, value] of given.keywords) putEntry(ev, made, str(node, name), value);
      return made;
    },
    'dict.fromkeys': plain((ev, [source, value], node) => {
      const keys = all(ev, source);
      const made = dictOf(ev, node);
      for (const key of keys ?? []) putEntry(ev, made, key, value ?? none(node));
      if (!keys && value) letEscape(value, ev.state);
      return keys && made;
    }),
    divmod: plain((_ev, [a, b], node) => {
      const [x, y] = [a && asNumber(a), b && asNumber(b)];
      if (!x || !y) return undefined;
      const [quotient, rest] = ['//', '%'].map((operator) => arithmetic(x, operator, y, node));
      return quotient && rest && tupleOf([quotient, rest], node);
    }),
    ord: plain((_ev, [value], node) => {
      const [only, ...more] = value?.kind === 'str' ? [...(value.value ?? '')] : [];
      return int(node, only !== undefined && more.length === 0 ? BigInt(only.codePointAt(0)!) : undefined);
    }),
    chr: plain((_ev, [value], node) => {
      const code = value?.kind === 'int' ? value.value : undefined;
      return str(
        node,
        code !== undefined && code >= 0n && code < 128n ? String.fromCharCode(Number(code)) : undefined,
      );
    }),
    pow: plain((_ev, [a, b, modulus], node) => {
      const [x, y] = [a && asNumber(a), b && asNumber(b)];
      const power = x && y ? arithmetic(x, '**', y, node) : undefined;
      if (!modulus) return power;
      const [whole, by] = [power && asNumber(power), asNumber(modulus)];
      return whole?.kind === 'int' && by?.kind === 'int' ? arithmetic(whole, '%', by, node) : undefined;
    }),
    enumerate: plain((ev, [given, from], node, keywords) => {
      if (!given) return undefined;
      const value = loopedOver(ev, given);
      const start = from ?? keywords.get('start') ?? int(node, 0n);
      const items = drawnFrom(ev, value);
      const first = start.kind === 'int' ? start.value : undefined;
      const number = (item: Value, i: number) => tupleOf([int(node, first! + BigInt(i)), item], node);
      const each = () => tupleOf([int(node, undefined), anyElementOf(ev, value, node)], node);
      const counted = iteratorOf(ev, items && first !== undefined ? items.map(number) : undefined, node, [
        value,
      ]);
      const { show, hasEnd } = value.kind === 'iterator' ? value : { show: undefined, hasEnd: false };
      return { ...counted, each, ...(show && { show }), ...(hasEnd && { hasEnd }) };
    }, 'start'),
    filter: plain((ev, [test, given], node) => {
      if (!test || !given) return undefined;
      const value = loopedOver(ev, given);
      const toldOf = (item: Value) => (test.kind === 'none' ? item : called(ev, test, [item], node));
      const drawn = isTakenAtOnce(ev, node) ? undefined : drawnFrom(ev, value);
      return lazily(ev, node, {
        all() {
          if (drawn) showMaking(ev, [value], true);
          const items = drawn ?? all(ev, value);
          if (!items) callUnseen(ev, passing(test), node);
          const tests: (boolean | undefined)[] = [];
          const tested = ([item]: readonly Value[]) => {
            const told = toldOf(item!);
            tests.push(isTrue(ev, told, node));
            return told;
          };
          const isWhole =
            items && calledInTurn(ev, test, [value], oneByOne(items), tested, node) !== undefined;
          const isKnown = isWhole && tests.every((each) => each !== undefined);
          if (!isKnown) for (const item of items ?? []) letEscape(item, ev.state);
          return isKnown ? items.filter((_, i) => tests[i]) : undefined;
        },
        any: () => isTrue(ev, toldOf(unknown(node, 'loop')), node),
        sources: [value],
        reads: () => readableFrom(ev, [test, value]),
      });
    }),
    float: plain((ev, [value], node) => {
      if (value && checkNumber(ev, node, value, 'float')) leaveWhereCaught(ev);
      return float(node, value ? floatOf(value) : 0);
    }),
    format: plain((ev, [value, specification], node) => {
      if (value) touch(ev, [value], node, WRITING);
      const how = specification ? (specification.kind === 'str' ? specification.value : undefined) : '';
      return str(node, value && how !== undefined ? formatted(value, how) : undefined);
    }),
    frozenset: plain((ev, [value], node) =>
      value?.kind === 'set' && value.isFrozen ? value : setOfAny(ev, value, node, true),
    ),
    getattr: plain((ev, [object, name, other], node) => {
      if (object && name?.kind === 'str' && name.value !== undefined) {
        const has = other && ev.library.hasAttribute?.(object, name, node);
        const isMissing = lacksAttribute(object, name.value) || (has?.kind === 'bool' && has.value === false);
        if (other && isMissing) return other;
        if (!other && isJudged(ev, object, name)) fails(ev, node, attributeFailure(ev, object, name.value));
        const caught = other ? ATTRIBUTE_ERROR : NO_EXCEPTION;
        const found = ev.catching(caught, () => ev.attribute(object, name.value!, node));
        const mayBeMissing =
          found.kind === 'unknown' ||
          found.kind === 'method' ||
          optionsOf(object).some(
            (each) => each.kind === 'instance' && each.fields.content.unsure?.has(name.value!),
          );
        if (!other || !mayBeMissing) return found;
        return callUnseen(ev, NO_ARGUMENTS, node, found, other);
      }
      callUnseen(ev, passing(...[object, other].filter((each) => each !== undefined)), node);
      return undefined;
    }),
    hasattr: plain((ev, [object, name], node) => {
      if (object?.kind === 'instance')
        return bool(node, name?.kind === 'str' ? hasAttribute(ev, object, name.value, node) : undefined);
      const members = object && plainMembers(object);
      if (members && name?.kind === 'str' && name.value !== undefined && !name.value.startsWith('__'))
        return bool(node, members.includes(name.value));
      return object && name && ev.library.hasAttribute?.(object, name, node);
    }),
    hash: plain((ev, [value], node) => {
      if (value) checkHashes(ev, node, [value]);
      return int(node, undefined);
    }),
    id: READ_ONLY,
    input: (_ev, _given, node) => str(node, undefined),
    int: plain((ev, [value, base], node, keywords) => {
      if (base || keywords.size > 0) return int(node, intInBase(value, base ?? keywords.get('base')));
      const isMember =
        value?.kind === 'instance' && value.cls.form === 'enum' && !memberOf(value.cls, '__int__');
      if (value && checkNumber(ev, node, value, 'int')) leaveWhereCaught(ev);
      if (value?.kind === 'made') return int(node, ev.library.whole?.(value));
      return int(node, value ? intOf(isMember ? ev.attribute(value, 'value', node) : value) : 0n);
    }, 'base'),
    isinstance: plain((ev, [value, cls], node) => isInstance(ev, value, cls, node)),
    issubclass: plain((ev, [cls, base], node) =>
      bool(
        node,
        cls?.kind === 'class' && base?.kind === 'class'
          ? isDerived(ev, cls, base)
          : cls?.kind === 'reference' && base?.kind === 'reference'
            ? isException(cls.name, base.name)
            : undefined,
      ),
    ),
    iter: (ev, given, node) => {
      const [value, ...more] = given.positional;
      // The function may be called until it returns a certain value.
      if (given.hasUnknownArguments || more.length > 0) return NOT_FOLLOWED(ev, given, node);
      if (value?.kind === 'instance')
        return callImplicitly(ev, value, '__iter__', [], value.cls.node) ?? NOT_FOLLOWED(ev, given, node);
      const own = value?.kind === 'made' && ev.library.method?.(value, '__iter__', NO_ARGUMENTS, node, ev);
      if (own) return own;
      return value?.kind === 'iterator' ? value : iteratorOf(ev, all(ev, value), node, value && [value]);
    },
    len: plain((ev, [value], node) => {
      if (value) checkMeasured(ev, node, value);
      const told = value && callImplicitly(ev, value, '__len__', [], node);
      if (told) return int(node, told.kind === 'int' ? told.value : undefined);
      const length = value && lengthOf(value);
      if (length === undefined && value && ev.library.length)
        return ev.library.length(value, node, ev) ?? int(node, undefined);
      return int(node, length === undefined ? undefined : BigInt(length));
    }),
    list: plain((ev, [value], node) => {
      const listed = listOf(ev, value ? all(ev, value) : [], node);
      return value?.kind === 'made' ? { ...listed, each: () => anyElementOf(ev, value, node) } : listed;
    }),
    map: plain((ev, [mapping, ...given], node) => {
      const sources = given.map((source) => loopedOver(ev, source));
      const lists = sources.map((source) => drawnFrom(ev, source));
      const isKnown = lists.every((list) => list !== undefined && list.length <= 100);
      if (!isKnown || !mapping) {
        callUnseen(ev, passing(...(mapping ? [mapping, ...sources] : sources)), node);
        return undefined;
      }
      const count = Math.min(...lists.map((list) => list!.length));
      const mapped = (items: readonly Value[]) => called(ev, mapping, items, node);
      return lazily(ev, node, {
        all() {
          showMaking(ev, sources, true);
          const rows = Array.from({ length: lists.length ? count : 0 }, (_, i) =>
            lists.map((list) => list![i]!),
          );
          return calledInTurn(ev, mapping, sources, rows, mapped, node);
        },
        any: () => mapped(sources.map(() => unknown(node, 'loop'))),
        sources,
        reads: () => readableFrom(ev, [mapping, ...sources]),
      });
    }),
    max: plain((ev, given, node, keywords) => extreme(ev, given, node, keywords, true), 'key', 'default'),
    min: plain((ev, given, node, keywords) => extreme(ev, given, node, keywords, false), 'key', 'default'),
    next: plain((ev, [value, other], node) => {
      const own =
        value?.kind === 'made' && !other && ev.library.method?.(value, '__next__', NO_ARGUMENTS, node, ev);
      if (own) return own;
      if (value) showMaking(ev, [value], false);
      const content = value?.kind === 'iterator' ? remaining(ev, value) : undefined;
      if (!content || value?.kind !== 'iterator') {
        for (const each of [value, other]) if (each) letEscape(each, ev.state);
        return undefined;
      }
      ev.state.write(value.cell, afterFirst(content));
      return content[0] ?? other;
    }),
    print: (ev, given, node) => {
      touch(ev, valuesOf(given), node, WRITING);
      writeTo(ev, given.keywords.get('file'), node);
      return none(node);
    },
    property: (ev, given, node) => {
      const functions = ACCESSORS.map(
        (name, i) => given.positional[i] ?? given.keywords.get(name) ?? none(node),
      );
      if (given.hasUnknownArguments) return NOT_FOLLOWED(ev, given, node);
      return { kind: 'made', callee: 'builtins.property', given: passing(...functions), node };
    },
    ...Object.fromEntries(
      ['object', 'staticmethod', 'classmethod'].map((name) => [name, kept(`builtins.${name}`)]),
    ),
    open: (ev, given, node) =>
      ev.library.call('builtins.open', given, node as Call, ev) ?? kept('builtins.open')(ev, given, node),
    range: plain((_ev, given, node) => {
      const numbers = given.map((each) =>
        each.kind === 'int'
          ? each.value
          : each.kind === 'bool' && each.value !== undefined
            ? BigInt(each.value)
            : undefined,
      );
      const [first, second, step = 1n] = numbers;
      if (
        given.some((each) => each.kind !== 'int' && each.kind !== 'bool') ||
        step === 0n ||
        given.length === 0
      )
        return undefined;
      if (given.length === 1) return { kind: 'range', start: 0n, stop: first, step: 1n, node };
      if (numbers[0] === undefined || (given.length > 2 && numbers[2] === undefined))
        return { kind: 'range', start: 0n, stop: undefined, step: 1n, node };
      return { kind: 'range', start: first!, stop: second, step, node };
    }),
    repr: plain((ev, [value], node) => {
      if (value) touch(ev, [value], node, WRITING);
      return str(node, value && reprOf(value));
    }),
    reversed: plain((ev, [value], node) => {
      // The object has a method for this, or is indexed by numbers.
      if (value?.kind === 'instance') return callUnseen(ev, NO_ARGUMENTS, node, value);
      return iteratorOf(ev, all(ev, value)?.toReversed(), node, value && [value]);
    }),
    round: plain((_ev, [value, second], node, keywords) => {
      const number = value && asNumber(value);
      const digits = second ?? keywords.get('ndigits');
      if (!number) return undefined;
      if (digits && digits.kind !== 'none') return roundedTo(number, numberOf(digits), node);
      if (number.kind === 'int') return at(node, number);
      const x =
        number.value ?? (number.near === undefined ? undefined : roundedAlike(number.near, Math.round));
      if (x === undefined || !Number.isFinite(x) || Math.abs(x) > 2 ** 52) return int(node, undefined);
      // Python rounds a half to the even side.
      const low = Math.floor(x);
      const part = x - low;
      return int(node, BigInt(part < 0.5 || (part === 0.5 && low % 2 === 0) ? low : low + 1));
    }, 'ndigits'),
    set: plain((ev, [value], node) => setOfAny(ev, value, node, false)),
    setattr: setting((ev, object, name, value, node) => {
      checkAssigned(ev, node, object, name);
      setAttribute(ev, object, name, value, node);
    }),
    'object.__setattr__': setting((ev, object, name, value, node) =>
      object.kind === 'instance'
        ? store(ev, object, name, value, node)
        : setAttribute(ev, object, name, value, node, true),
    ),
    'object.__new__': plain((ev, [cls], node) =>
      cls?.kind === 'class' && cls.form === 'plain' && !isForeign(cls) && !memberOf(cls, '__new__')
        ? { ...bareObject(ev, cls), node }
        : undefined,
    ),
    'type.__setattr__': setting(setAttribute),
    slice: kept('builtins.slice'),
    sorted: plain(
      (ev, [value], node, keywords) => {
        // The order in which the keys of a set's elements are asked for is unknown, and elements with equal keys keep
        // that order.
        const items =
          value?.kind === 'set' && !keywords.has('key') ? elementsOfAny(ev, value) : all(ev, value);
        if (!keywords.has('key')) checkOrdered(ev, node, items, true);
        const order = sorted(ev, items, keywords, node);
        if (!order) for (const item of items ?? []) letEscape(item, ev.state);
        return listOf(ev, order, node);
      },
      'key',
      'reverse',
    ),
    str: plain(
      (ev, [value, ...more], node, { size }) => {
        if (size > 0) return str(node, undefined);
        const own = more.length === 0 && value && callImplicitly(ev, value, '__str__', [], node);
        if (own) return str(node, own.kind === 'str' ? own.value : undefined);
        if (value) touch(ev, [value], node, WRITING);
        const shown = value && ev.library.text?.(value, node, ev);
        return shown ?? str(node, value ? (more.length === 0 ? textOf(value) : undefined) : '');
      },
      'encoding',
      'errors',
    ),
    sum: plain((ev, given, node, keywords) => {
      const [value, start] = given;
      const items = all(ev, value);
      let result: Value | undefined = start ?? keywords.get('start') ?? int(node, 0n);
      for (const item of items ?? []) {
        result = result && operated(ev, result, '+', item, node as Expression);
      }
      // Python's sum of floats is more exact than adding one after the other.
      if (result?.kind === 'float') return float(node, undefined);
      if (items && result) return result;
      for (const item of [...(items ?? []), ...given.slice(1), ...keywords.values()])
        letEscape(item, ev.state);
      return undefined;
    }, 'start'),
    super: plain((_ev, [cls, self], node) =>
      cls?.kind === 'class' && self ? { kind: 'super', cls, self, node } : undefined,
    ),
    tuple: plain((ev, [value], node) => tupleOf(value ? all(ev, value) : [], node)),
    type: plain((ev, [value, ...more], node) => {
      if (!value) return undefined;
      // A new class tells its bases and its members.
      if (more.length > 0) return NOT_FOLLOWED(ev, passing(value, ...more), node);
      if (TYPED.has(value.kind) && value.kind !== 'none' && !classOfObject(value) && !isFormed(value))
        return { kind: 'reference', name: `builtins.${value.kind}`, node };
      const cls = classOfObject(value);
      if (!cls) return ev.library.classOf?.(value, node);
      return isRewritten(cls) ? undefined : cls;
    }),
    vars: (ev, given, node) => {
      const [object] = given.positional;
      if (!object || given.positional.length > 1) return NOT_FOLLOWED(ev, given, node);
      return (
        (object.kind === 'instance'
          ? attributesAsDict(ev, object, node)
          : ev.library.attributesAsDict?.(object, node, ev)) ?? NOT_FOLLOWED(ev, given, node)
      );
    },
    zip: plain((ev, given, node, keywords) => {
      const sources = given.map((source) => loopedOver(ev, source));
      const strict = keywords.get('strict');
      if (strict && truth(strict) === true) checkStrict(ev, sources, node);
      return zipped(ev, sources, node);
    }, 'strict'),
    ...Object.fromEntries(UNFOLLOWED.map((name) => [name, NOT_FOLLOWED])),
  }),
);

function setOfAny(ev: Evaluator, value: Value | undefined, node: Node, isFrozen: boolean): Value {
  const held = value ? elementsOfAny(ev, value) : [];
  checkHashes(ev, node, held ?? []);
  return setOf(ev, held, node, isFrozen);
}

/** The elements of a set too, whose order does not matter here. */
const elementsOfAny = (ev: Evaluator, value: Value) =>
  value.kind === 'set' && !value.cell.content.hasUnknownEntries
    ? [...value.cell.content.known.values()].map(({ key }) => key)
    : all(ev, value);

function every(ev: Evaluator, value: Value | undefined, node: Node, wanted: boolean): Value {
  const items = value && (value.kind === 'set' ? elementsOfAny(ev, value) : all(ev, value));
  if (items) touch(ev, items, node, ['__bool__', '__len__']);
  const tests = items?.map(truth);
  const last = tests?.findIndex((test) => test !== wanted) ?? -1;
  // An iterator keeps the elements after the first one that decides.
  if (value?.kind === 'iterator' && items && last >= 0)
    ev.state.write(value.cell, tests![last] === undefined ? undefined : items.slice(last + 1));
  if (tests?.includes(!wanted)) return bool(node, !wanted);
  return bool(node, tests && last < 0 ? wanted : undefined);
}

/** A function that sets an attribute: `setattr(object, name, value)`. */
function setting(set: typeof setAttribute): Builtin {
  return plain((ev, [object, name, value], node) => {
    const known = name?.kind === 'str' ? name.value : undefined;
    if (object && value && known !== undefined)
      // An undecided test of the name may have asked whether the object takes it.
      ev.catching(anyIf(ev.tested.has(name!)), () => set(ev, object, known, value, node));
    else callUnseen(ev, passing(...[object, value].filter((each) => each !== undefined)), node);
    return none(node);
  });
}

/** Python reads `5_000` as `5000`. */
const BETWEEN_DIGITS = /(?<=\d)_(?=\d)/g;

function intOf(value: Value): bigint | undefined {
  switch (value.kind) {
    case 'int':
      return value.value;
    case 'bool':
      return value.value === undefined ? undefined : value.value ? 1n : 0n;
    case 'float':
      if (value.value === undefined && value.near !== undefined) {
        const rounded = roundedAlike(value.near, Math.trunc);
        return rounded === undefined ? undefined : BigInt(rounded);
      }
      return Number.isFinite(value.value) ? BigInt(Math.trunc(value.value!)) : undefined;
    case 'str': {
      const text = value.value?.trim().replace(BETWEEN_DIGITS, '');
      return text !== undefined && /^[+-]?\d{1,30}$/.test(text) ? BigInt(text.replace(/^\+/, '')) : undefined;
    }
    default:
      return undefined;
  }
}

/** `int(text, base)` */
function intInBase(value: Value | undefined, base: Value | undefined): bigint | undefined {
  const prefix =
    base?.kind === 'int' ? { '2': '0b', '8': '0o', '10': '', '16': '0x' }[String(base.value)] : undefined;
  const digits = value?.kind === 'str' ? (value.value ?? '').toLowerCase() : '';
  if (prefix === undefined || !/^[\da-f]{1,30}$/.test(digits)) return undefined;
  try {
    return BigInt(prefix + digits);
  } catch {
    return undefined;
  }
}

function floatOf(value: Value): number | undefined {
  if (value.kind === 'float') return value.value;
  if (value.kind === 'bool') return value.value === undefined ? undefined : Number(value.value);
  if (value.kind === 'int')
    return value.value === undefined || Math.abs(Number(value.value)) > 2 ** 53
      ? undefined
      : Number(value.value);
  if (value.kind !== 'str') return undefined;
  const text = value.value?.trim().replace(BETWEEN_DIGITS, '').toLowerCase() ?? '';
  const [, sign, name] = /^([+-]?)(nan|inf|infinity)$/.exec(text) ?? [];
  if (name !== undefined) return name === 'nan' ? Number.NaN : sign === '-' ? -Infinity : Infinity;
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/.test(text) ? Number(text) : undefined;
}

function extreme(
  ev: Evaluator,
  given: readonly Value[],
  node: Node,
  keywords: ReadonlyMap<string, Value>,
  isGreatest: boolean,
): Value | undefined {
  const key = keywords.get('key');
  const source = given.length === 1 ? loopedOver(ev, given[0]!) : undefined;
  const isInAnyOrder = source?.kind === 'set' && !key;
  const items = isInAnyOrder ? elementsOfAny(ev, source) : source ? all(ev, source) : given;
  const other = keywords.get('default');
  if (items?.length === 0 && source && other) return other;
  if (!keywords.has('key')) checkOrdered(ev, node, items);
  if (!items || items.length === 0) {
    for (const each of keywords.values()) letEscape(each, ev.state);
    return undefined;
  }
  const ranked = (row: readonly Value[]) => called(ev, key!, row, node);
  const ranks =
    key && key.kind !== 'none'
      ? calledInTurn(ev, key, source ? [source] : [], oneByOne(items), ranked, node)
      : items;
  if (!ranks) return undefined;
  let best = 0;
  for (let i = 1; i < items.length; i++) {
    const order = orderOf(ranks[i]!, ranks[best]!);
    if (!order) {
      for (const each of items) letEscape(each, ev.state);
      return items.every((each) => each.kind === 'int')
        ? int(node, undefined)
        : items.every((each) => each.kind === 'float')
          ? float(node, undefined)
          : items.reduce((a, b) => ev.join(a, b));
    }
    if (isGreatest ? order.greater : order.less) best = i;
  }
  return items[best];
}

const OWN_CALLABLE = kinds('function', 'partial', 'class');

function isCallable(ev: Evaluator, value: Value): boolean | undefined {
  if (OWN_CALLABLE.has(value.kind)) return true;
  const isNone =
    TYPED.has(value.kind) ||
    ev.library.uncallable?.(value) !== undefined ||
    classWithout(ev, value, ['__call__']) !== undefined;
  return isNone ? false : undefined;
}

/** Whether a dict or list may be of a class other than `dict` or `list`. */
const isFormed = (value: Value): boolean =>
  (value.kind === 'list' && (value.isDeque === true || value.cls !== undefined)) ||
  (value.kind === 'dict' &&
    (value.form !== undefined || value.isSpecial === true || value.missing !== undefined));

/** `issubclass(cls, base)` of two classes of the program. */
function isDerived(ev: Evaluator, cls: ClassValue, base: ClassValue): boolean | undefined {
  if (isRewritten(cls) || isRewritten(base) || decidesItself(ev, base)) return undefined;
  if (cls.inherited.some((each) => each.kind === 'class' && each.members === base.members)) return true;
  return cls.members === base.members || (isForeign(cls) ? undefined : false);
}

/** `issubclass(cls, Exception)` of one of Python's own classes. */
const isException = (cls: string, base: string): boolean | undefined =>
  !ROOTS.has(base) ? undefined : EXCEPTION.test(cls) ? true : KINDS.has(cls) ? false : undefined;

const ROOTS: ReadonlySet<string> = new Set(['builtins.Exception', 'builtins.BaseException']);
const EXCEPTION = /^builtins\.(?:Exception|\w+Error)$/;

const KINDS: ReadonlySet<string> = new Set(
  'int bool float complex str bytes list tuple dict set frozenset range'
    .split(' ')
    .map((kind) => `builtins.${kind}`),
);
const TYPED = kinds('none', 'int', 'bool', 'float', 'str', 'bytes', 'list', 'tuple', 'dict', 'range');

/** Objects of a library's classes, of which none is a class of Python's own. */
const OF_LIBRARY: ReadonlySet<string | undefined> = new Set(['instance', 'tensor']);

function isInstance(ev: Evaluator, value: Value | undefined, cls: Value | undefined, node: Node): Value {
  const classes = cls?.kind === 'tuple' ? cls.elements : cls && [cls];
  if (value && classes?.some((each) => each.kind === 'class' || value.kind === 'instance')) {
    const tests = classes.map((each) => isOf(ev, value, each));
    const isOne = tests.includes(true) || (tests.includes(undefined) ? undefined : false);
    return bool(node, isOne);
  }
  const names = classes?.map((each) => (each.kind === 'reference' ? each.name : ''));
  if (value && names && isClass(ev, value)) return bool(node, isClassOfAny(names));
  // A library's class may inherit from another one.
  const isForeignClass = value?.kind === 'dict' && value.form !== undefined;
  const told = value && names?.map((name) => ev.library.isOf?.(value, name));
  if (told?.includes(true)) return bool(node, true);
  if (told && !isForeignClass && told.every((each) => each === false)) return bool(node, false);
  if (value?.kind === 'made' && OF_LIBRARY.has(value.facts?.kind) && names?.every((name) => KINDS.has(name)))
    return bool(node, false);
  const own = value && classOfObject(value);
  if ((value?.kind === 'list' && value.isDeque) || (own && isWrapper(own))) return bool(node, undefined);
  if (!value || isForeignClass || !PLAIN.has(value.kind)) return bool(node, undefined);
  const tests = names?.map((name, i) => told?.[i] ?? isOfPlainClass(value, name)) ?? [undefined];
  return bool(node, tests.includes(true) || (tests.includes(undefined) ? undefined : false));
}

/** Whether a value is certainly a class: the program's, a library's or Python's own. */
const isClass = (ev: Evaluator, value: Value): boolean =>
  value.kind === 'class' ||
  (value.kind === 'reference' &&
    (EXCEPTION.test(value.name) || ev.library.hasClass?.(value.name) === true)) ||
  isOwnType(value);

/** Whether a class is itself an object of any of some classes. */
function isClassOfAny(names: readonly string[]): boolean | undefined {
  if (names.some((name) => OF_CLASSES.has(name))) return true;
  return names.every((name) => KINDS.has(name) || OTHERS.has(name)) ? false : undefined;
}

const OF_CLASSES: ReadonlySet<string> = new Set(
  'builtins.type builtins.object collections.abc.Callable typing.Callable'.split(' '),
);

const PLAIN: ReadonlySet<Value['kind']> = new Set([...TYPED, 'set', 'function']);

/** Whether one of Python's own values is of a class, where that is known of each of them. */
function isOfPlainClass(value: Value, name: string): boolean | undefined {
  if (OTHERS.has(name)) return isFormed(value) ? undefined : false;
  if (!isPlainClass(name)) return undefined;
  const type = value.kind === 'set' && value.isFrozen ? 'frozenset' : value.kind;
  return (
    name === `builtins.${type}` ||
    (type === 'bool' && name === 'builtins.int') ||
    ABSTRACT.get(name)?.has(value.kind) === true
  );
}

/** Classes of Python's library that neither its plain values nor objects of classes without other bases are of. */
const OTHERS: ReadonlySet<string> = new Set([
  ...['collections.OrderedDict', 'collections.Counter', 'collections.defaultdict', 'collections.deque'],
  ...['functools.partial', 'pathlib.Path', 'pathlib.PurePath', 'enum.Enum', NAMESPACE],
  ...['builtins.BaseException', 'builtins.Exception'],
]);

/** Classes that Python's own values belong to without being of them, by the names of their modules and their own. */
const ABSTRACT: ReadonlyMap<string, ReadonlySet<Value['kind']>> = new Map(
  Object.entries({
    Mapping: kinds('dict'),
    MutableMapping: kinds('dict'),
    Sequence: kinds('str', 'bytes', 'list', 'tuple', 'range'),
    MutableSequence: kinds('list'),
    Iterable: kinds('str', 'bytes', 'list', 'tuple', 'range', 'dict', 'set'),
    Sized: kinds('str', 'bytes', 'list', 'tuple', 'range', 'dict', 'set'),
    Collection: kinds('str', 'bytes', 'list', 'tuple', 'range', 'dict', 'set'),
    Callable: kinds('function'),
    Number: kinds('bool', 'int', 'float'),
    Complex: kinds('bool', 'int', 'float'),
    Real: kinds('bool', 'int', 'float'),
    Integral: kinds('bool', 'int'),
  }).flatMap(([name, of]) =>
    ['collections.abc', 'typing', 'numbers'].map((module) => [`${module}.${name}`, of] as const),
  ),
);

/** Whether it is known of each of Python's own values whether a class has it. */
const isPlainClass = (name: string): boolean =>
  KINDS.has(name) || ABSTRACT.has(name) || name === 'builtins.type';

/** Whether a value is of a class, where one of the two is the program's own. */
function isOf(ev: Evaluator, value: Value, cls: Value): boolean | undefined {
  const own = classOfObject(value);
  if (cls.kind === 'class' && (isRewritten(cls) || decidesItself(ev, cls))) return undefined;
  if (!own) {
    if (cls.kind === 'class') return TYPED.has(value.kind) ? false : undefined;
    return truth(isInstance(ev, value, cls, value.node));
  }
  if (isRewritten(own)) return undefined;
  if (cls.kind === 'class') {
    const isSame = (each: Value) => each.kind === 'class' && each.members === cls.members;
    if (isSame(own) || own.inherited.some(isSame)) return true;
    // Of an object that a method gets, only a base may be known.
    return value.node === own.definition ? undefined : false;
  }
  if (cls.kind === 'reference' && cls.name === NAMESPACE && isNamespace(own)) return true;
  const isPlainObject = value.kind === 'instance' && own.form !== 'enum' && !isForeign(own);
  const isOther = cls.kind === 'reference' && (KINDS.has(cls.name) || OTHERS.has(cls.name));
  return isPlainObject && isOther ? false : undefined;
}

/** Whether objects of other classes can count as objects of a class: those with its methods, or of registered classes. */
function decidesItself({ tree }: Evaluator, cls: ClassValue): boolean {
  const { definition } = cls;
  const bases = definition.kind === 'class' ? definition.arguments : [];
  const isProtocol = bases.some(({ start, end }) => /\bProtocol\b/.test(tree.text.slice(start, end)));
  return isProtocol || textMatches(tree, REGISTERS) || memberOf(cls, '__subclasshook__') !== undefined;
}

const REGISTERS = /\.register\(/;

/** A copy of a container, whose elements are the same. */
export function shallowCopy(ev: Evaluator, value: Value, node: Node): Value {
  switch (value.kind) {
    case 'list':
      return { ...value, cell: listOf(ev, value.cell.content, node).cell, node };
    case 'dict':
      if (value.form !== undefined) {
        letEscape(value, ev.state);
        return unknown(node, 'call');
      }
      return { ...value, cell: entries(ev.state, value.cell.content), node };
    case 'set':
      return copyOfSet(ev, value, node);
    case 'external':
      return ev.library.copy?.(value, node, ev) ?? unknown(node, 'call');
    default: {
      const made = value.kind === 'made' ? ev.library.copy?.(value, node, ev) : undefined;
      if (!made) letEscape(value, ev.state);
      return made ?? unknown(node, 'call');
    }
  }
}
