import { oncePerName } from '../basics/once';
import type { Node } from '../python/tree';
import { ACCESSORS } from './accessors';
import { BUILTINS, type Builtin, kept } from './builtins';
import { replaced } from './classes';
import {
  dictBehind,
  dictBy,
  dictOf,
  iterate,
  iteratorOf,
  lazyElements,
  letContentsEscape,
  tupleOf,
  update,
} from './containers';
import { copied, deepCopy } from './copies';
import { madeCounter } from './counters';
import { madeDeque } from './deques';
import { DISPATCH } from './dispatch';
import type { Evaluator } from './evaluator';
import { fails, isJudged } from './failures';
import { touch, WRITING } from './implicit';
import { ITERTOOLS } from './itertools';
import { letEscape } from './join';
import { jsonOf, jsonText } from './json';
import { MAX_ELEMENTS } from './limits';
import { arithmetic, asNumber, type Numeric, roundedAlike } from './numbers';
import { RANDOM } from './random';
import { fieldsOfRecord, namedTuple, namespace, unpacked } from './records';
import { REDUCTIONS } from './reductions';
import { checkRecord, refused } from './refusals';
import { REGULAR_EXPRESSIONS } from './regular-expressions';
import type { Effects } from './state';
import { STREAMS } from './streams';
import { dedented } from './strings';
import { TEMPLATES } from './substitution';
import {
  CHAIN,
  type FunctionValue,
  float,
  GATHERED,
  int,
  none,
  str,
  unknown,
  type Value,
  valuesOf,
} from './value';
import { WEAK_DICTS } from './weak-dicts';
import { zippedLongest } from './zipped';

const numeric =
  (of: (x: number) => number | undefined, make: (node: Node, x: number | undefined) => Value): Builtin =>
  (_ev, { positional: [value] }, node) => {
    const number = value && asNumber(value);
    if (!number) return make === float ? float(node, undefined) : undefined;
    const x = number.value === undefined ? undefined : Number(number.value);
    const near = number.kind === 'float' && make !== float ? number.near : undefined;
    if (x === undefined && near !== undefined) return make(node, roundedAlike(near, of));
    return make(node, x === undefined || !Number.isFinite(x) || Math.abs(x) >= 2 ** 53 ? undefined : of(x));
  };

const asInt = (node: Node, x: number | undefined) => int(node, x === undefined ? undefined : BigInt(x));

/** The square root; it is rounded alike on all platforms. */
const root = (x: number) => (x < 0 ? undefined : Math.sqrt(x));

/** A function of one number whose last digits may differ by the platform, except for those results that are `exact`. */
const almost =
  (of: (x: number) => number, exact: (x: number) => number | undefined = () => undefined): Builtin =>
  (_ev, { positional: [value, ...more], keywords, hasUnknownArguments }, node) => {
    const number = value && asNumber(value);
    const isPlain = number && more.length === 0 && keywords.size === 0 && !hasUnknownArguments;
    if (!isPlain) return float(node, undefined);
    if (number.value !== undefined) {
      const x = Number(number.value);
      return float(node, Math.abs(x) < 2 ** 53 ? exact(x) : undefined, of(x));
    }
    // Of what is almost 1, a logarithm has lost its digits.
    const near = number.kind === 'float' && number.near !== undefined ? of(number.near) : 0;
    return float(node, undefined, Math.abs(near) > 0.01 ? near : undefined);
  };

const greatestDivisor = (a: bigint, b: bigint): bigint => {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
};

const power = (of: (x: number) => number, base: number) => (x: number) => {
  const result = Math.round(of(x));
  // Only exact powers are the same in every library.
  return x > 0 && base ** result === x ? result : undefined;
};

/** `math.pow`, which makes floats of both numbers. */
const floatPower: Builtin = (_ev, { positional: [base, exponent], hasUnknownArguments }, node) => {
  const [a, b] = [base, exponent].map((each) => each && asNumber(each));
  const isSafe = [a, b].every((each) => each && Math.abs(Number(each.value ?? 0)) < 2 ** 53);
  if (!a || !b || !isSafe || hasUnknownArguments) return float(node, undefined);
  return arithmetic(asFloat(a), '**', asFloat(b), node) ?? float(node, undefined);
};

const asFloat = (number: Numeric): Numeric =>
  number.kind === 'float'
    ? number
    : float(number.node, number.value === undefined ? undefined : Number(number.value));

const KEPT: readonly string[] = [
  ...['contextlib.nullcontext', 'dataclasses.dataclass', 'dataclasses.field', 'enum.auto'],
  ...['functools.lru_cache', 'functools.wraps'],
];

const TASKS = ['asyncio.create_task', 'asyncio.ensure_future', 'asyncio.shield', 'asyncio.wait_for'];

/** If the task is awaited at once, it runs at once. */
const task: Builtin = (_ev, { positional: [value] }, node) =>
  node.parent?.kind === 'await' && value?.kind === 'coroutine' ? value : undefined;

const LOGGERS = ['logging', 'logging.getLogger', 'absl.logging'];

/** Methods of a logger that only write what they get. */
const LOGGING = ['debug', 'info', 'warning', 'error', 'critical', 'exception', 'log'];

const writes: Builtin = (ev, given, node) => {
  touch(ev, valuesOf(given), node, WRITING);
  return none(node);
};

/** Functions of Python's library that programs compute sizes and texts with. */
export const MODULES: ReadonlyMap<string, Builtin> = new Map(
  Object.entries<Builtin>({
    'math.ceil': numeric(Math.ceil, asInt),
    'math.floor': numeric(Math.floor, asInt),
    'math.trunc': numeric(Math.trunc, asInt),
    'math.log': almost(Math.log),
    'math.exp': almost(Math.exp),
    'math.gcd': (_ev, { positional, hasUnknownArguments }, node) => {
      const numbers = positional.map((each) => (each.kind === 'int' ? each.value : undefined));
      const isKnown = !hasUnknownArguments && numbers.every((each) => each !== undefined);
      return int(node, isKnown ? numbers.reduce(greatestDivisor, 0n) : undefined);
    },
    'math.isqrt': numeric((x) => (x < 0 ? undefined : Math.floor(Math.sqrt(x))), asInt),
    'math.sqrt': numeric(root, float),
    'math.pow': floatPower,
    'math.log2': almost(Math.log2, power(Math.log2, 2)),
    'math.log10': almost(Math.log10, power(Math.log10, 10)),
    'copy.copy': (ev, { positional: [value] }, node) => value && copied(ev, value, node),
    // A `memo` may say what stays as it is.
    'copy.deepcopy': (ev, { positional: [value, ...memo], keywords }, node) =>
      value && memo.length + keywords.size === 0 ? deepCopy(ev, value, node, new Map()) : undefined,
    'textwrap.dedent': (_ev, { positional: [value] }, node) =>
      str(node, value?.kind === 'str' && value.value !== undefined ? dedented(value.value) : undefined),
    'functools.wraps.__call__': (_ev, { positional: [, wrapper] }) => wrapper,
    'functools.update_wrapper': (_ev, { positional: [wrapper] }) => wrapper,
    'functools.partial': (_ev, given, node) => {
      const [callee, ...positional] = given.positional;
      return callee && { kind: 'partial', callee, given: { ...given, positional }, node };
    },
    'asyncio.gather': (ev, given, node) => {
      // They run when the result is awaited. A coroutine that awaits something itself lets the others run meanwhile.
      const runsInTurn = (value: Value) =>
        value.kind === 'coroutine' && !/\b(?:await|async\s+(?:for|with))\b/.test(textOf(ev, value.callee));
      const isAwaited = node.parent?.kind === 'await' && !given.hasUnknownArguments;
      const isInTurn =
        isAwaited && (given.positional.every(runsInTurn) || areApart(ev, given.positional, node));
      return isInTurn ? { kind: 'made', callee: GATHERED, given, node } : undefined;
    },
    'collections.OrderedDict': (ev, given, node) => {
      const made = BUILTINS.get('dict')!(ev, given, node);
      return made?.kind === 'dict' ? { ...made, isSpecial: true } : made;
    },
    'collections.deque': madeDeque,
    'collections.Counter': madeCounter,
    [CHAIN]: kept(CHAIN),
    ...Object.fromEntries(
      ['get', 'items', 'keys', 'values', 'copy'].map(
        (name) =>
          [
            `${CHAIN}.${name}`,
            (ev, given, node) => {
              const [chain, ...positional] = given.positional;
              const dict = chain && dictBehind(ev, chain);
              return (
                dict && ev.call({ kind: 'method', object: dict, name, node }, { ...given, positional }, node)
              );
            },
          ] satisfies [string, Builtin],
      ),
    ),
    [`${CHAIN}.new_child`]: (ev, { positional: [chain, child], keywords, hasUnknownArguments }, node) => {
      const isOfChild = child !== undefined || keywords.has('m');
      if (chain?.kind !== 'made' || hasUnknownArguments || (isOfChild && keywords.size > 0)) return undefined;
      const first =
        child && child.kind !== 'none'
          ? child
          : dictBy(ev, keywords.keys(), (name) => keywords.get(name)!, node);
      const given = { ...chain.given, positional: [first, ...chain.given.positional] };
      return { kind: 'made', callee: CHAIN, given, node };
    },
    'types.MappingProxyType': (_ev, given, node) => ({ kind: 'made', callee: CHAIN, given, node }),
    'collections.defaultdict': (ev, { positional: [missing, from], keywords, hasUnknownArguments }, node) => {
      if (hasUnknownArguments || keywords.size > 0) return undefined;
      const made = { ...dictOf(ev, node, missing?.kind === 'none' ? undefined : missing), isSpecial: true };
      if (from) update(ev, made, from);
      return made;
    },
    'itertools.chain': (ev, { positional, hasUnknownArguments }, node) => {
      const drawn = drawnInTurn(ev, hasUnknownArguments ? [...positional, undefined] : positional);
      if (!drawn) for (const source of positional) letContentsEscape(ev, source);
      return { ...iteratorOf(ev, drawn?.items, node, positional), isEndless: drawn?.isEndless === true };
    },
    'itertools.chain.from_iterable': (ev, { positional: [source] }, node) => {
      const sources = lazyElements(ev, source);
      const drawn = isEndless(source) ? undefined : drawnInTurn(ev, sources);
      if (!drawn && source) letContentsEscape(ev, source);
      return {
        ...iteratorOf(ev, drawn?.items, node, source && [source, ...(sources ?? [])]),
        isEndless: drawn?.isEndless === true,
      };
    },
    'itertools.product': (ev, { positional, keywords, hasUnknownArguments }, node) => {
      const once = positional.map((source) => iterate(ev, source));
      const repeat = keywords.get('repeat');
      const times = repeat ? (repeat.kind === 'int' ? Number(repeat.value) : Number.NaN) : 1;
      const isPlain = keywords.size === (repeat ? 1 : 0) && times >= 0 && times <= 10;
      const lists = isPlain ? Array.from({ length: times }, () => once).flat() : once;
      let rows: (readonly Value[])[] | undefined = hasUnknownArguments || !isPlain ? undefined : [[]];
      for (const list of lists)
        rows =
          rows && list && rows.length * list.length <= 1000
            ? rows.flatMap((row) => list.map((value) => [...row, value]))
            : undefined;
      if (!rows)
        for (const [i, list] of lists.entries())
          if (list) for (const each of list) letEscape(each, ev.state);
          else letContentsEscape(ev, positional[i % positional.length]!);
      return iteratorOf(
        ev,
        rows?.map((row) => tupleOf(row, node)),
        node,
      );
    },
    'itertools.zip_longest': zippedLongest,
    ...ITERTOOLS,
    ...RANDOM,
    ...REDUCTIONS,
    ...REGULAR_EXPRESSIONS,
    ...STREAMS,
    ...ACCESSORS,
    ...DISPATCH,
    ...WEAK_DICTS,
    'asyncio.run': (ev, { positional: [value] }, node) =>
      value?.kind === 'coroutine' ? ev.call(value.callee, value.given, node, true) : undefined,
    'asyncio.sleep': (_ev, _given, node) => unknown(node, 'call'),
    'dataclasses.replace': (ev, { positional: [object, ...more], keywords, hasUnknownArguments }, node) => {
      if (more.length > 0 && !hasUnknownArguments && isJudged(ev))
        fails(ev, node, refused('`replace` takes one object, and its changes by name', 'TypeError'));
      else if (!hasUnknownArguments) checkRecord(ev, node, object, 'replace');
      const made =
        hasUnknownArguments || !object
          ? undefined
          : object.kind === 'instance'
            ? replaced(ev, object, keywords, node)
            : ev.library.replaced?.(object, keywords, node, ev);
      if (!made && object) letEscape(object, ev.state);
      return made;
    },
    'dataclasses.asdict': unpacks('dict'),
    'dataclasses.astuple': unpacks('tuple'),
    'dataclasses.fields': fieldsOfRecord,
    'collections.namedtuple': namedTuple,
    'types.SimpleNamespace': namespace,
    ...TEMPLATES,
    'json.loads': jsonOf,
    'json.dumps': jsonText,
    'typing.cast': (_ev, { positional: [, value] }) => value,
    ...Object.fromEntries(
      ['math.sin', 'math.cos', 'math.tan'].map((name) => [name, numeric(() => undefined, float)]),
    ),
    ...Object.fromEntries(KEPT.map((name) => [name, kept(name)])),
    ...Object.fromEntries(TASKS.map((name) => [name, task])),
    ...Object.fromEntries(LOGGERS.flatMap((logger) => LOGGING.map((name) => [`${logger}.${name}`, writes]))),
  }),
);

/** `dataclasses.asdict(record)` or `dataclasses.astuple(record)` */
function unpacks(form: 'dict' | 'tuple'): Builtin {
  return (ev, { positional: [object, ...more], keywords, hasUnknownArguments }, node) => {
    const isPlain = more.length === 0 && keywords.size === 0 && !hasUnknownArguments;
    if (!hasUnknownArguments) checkRecord(ev, node, object, `as${form}`);
    const made =
      isPlain && object?.kind === 'instance' ? unpacked(ev, object, node, form, 'tuple') : undefined;
    if (!made && object) letEscape(object, ev.state);
    return made;
  };
}

/** Whether coroutines change nothing that others could see, so that it does not matter in which order their parts run. */
function areApart(ev: Evaluator, all: readonly Value[], node: Node): boolean {
  // A `gather` within one that is being tried is part of that try.
  if (tried.has(ev)) return true;
  const { state } = ev;
  const mark = state.mark();
  const run = (each: Value) => each.kind === 'coroutine' && ev.call(each.callee, each.given, node, true);
  tried.add(ev);
  let effects: Effects;
  try {
    if (all.every(({ kind }) => kind === 'coroutine'))
      effects = state.effectsOf(mark, () => ev.try(() => void all.forEach(run)));
  } finally {
    tried.delete(ev);
  }
  state.release();
  return effects !== undefined && [...effects.keys()].every(({ born }) => born > mark.clock);
}

/** The evaluations that try coroutines right now. */
const tried = new WeakSet<Evaluator>();

/** Numbers of Python's library. */
const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ['math.e', Math.E],
  ['math.inf', Number.POSITIVE_INFINITY],
  ['math.nan', Number.NaN],
  ['math.pi', Math.PI],
  ['math.tau', 2 * Math.PI],
]);

export const constantNamed = oncePerName((name) => CONSTANTS.get(name));

/** The elements of several sources one after the other, if all are known; those behind an endless one are never drawn. */
function drawnInTurn(ev: Evaluator, sources: readonly (Value | undefined)[] | undefined) {
  const last = sources?.findIndex(isEndless) ?? -1;
  const lists = (last < 0 ? sources : sources?.slice(0, last + 1))?.map((source) => lazyElements(ev, source));
  return lists?.every((list) => list !== undefined)
    ? { items: last < 0 ? lists.flat() : lists.flat().slice(0, MAX_ELEMENTS), isEndless: last >= 0 }
    : undefined;
}

const isEndless = (source: Value | undefined): boolean =>
  source?.kind === 'iterator' && source.isEndless === true;

const textOf = ({ tree }: Evaluator, { definition: { start, end } }: FunctionValue) =>
  tree.text.slice(start, end);
