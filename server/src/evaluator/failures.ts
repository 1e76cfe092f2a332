// What makes Python itself raise an exception, whatever libraries do.

import { Attached } from '../basics/attached';
import { excerpt } from '../basics/excerpt';
import { groupBy } from '../basics/groups';
import { onceWithin } from '../basics/once';
import { isSameSet } from '../basics/same-set';
import { cachedFact } from '../python/cache';
import { PERHAPS } from '../python/exceptions';
import { bindingsOf, resolve } from '../python/names';
import { textMatches } from '../python/text-matches';
import {
  type Attribute,
  allOfKind,
  type Expression,
  type FunctionDefinition,
  type Lambda,
  type Name,
  type Node,
  type Parameter,
  type Tree,
  walk,
} from '../python/tree';
import {
  isForeign,
  isRewritten,
  lacksAttribute,
  makesInit,
  memberOf,
  ownMember,
  takesAttributes,
} from './attributes';
import { hasItem } from './containers';
import type { Around, CallProblem, Evaluator, Failure, Hashless } from './evaluator';
import { lacksHash } from './hash-of-class';
import { attributesSetOutside } from './overrides';
import { OPERATOR_METHODS } from './own-operators';
import { type Cell, Exposure } from './state';
import {
  type Arguments,
  type ClassField,
  type ClassValue,
  classOfObject,
  type DictValue,
  entriesOf,
  type InstanceValue,
  isExact,
  kinds,
  type ListValue,
  passing,
  str,
  type Value,
} from './value';

/** Notes an operation that certainly raises an exception. */
export function fails(ev: Evaluator, node: Node, failure: Failure | undefined): void {
  if (failure) ev.observer.failed?.(node, failure, ev.caught);
}

/** Whether a handler goes on behind what raises here. */
export const isHandled = (ev: Evaluator): boolean => ev.state.attempts > 0 && (ev.caught & ~PERHAPS) !== 0;

/** A handler goes on behind what certainly raises. */
export function leaveWhereCaught(ev: Evaluator): void {
  if (isHandled(ev)) ev.state.isReachable = false;
}

/** Notes that the program reaches a call. */
export function reach(ev: Evaluator, node: Node, callee: Value, given: Arguments): void {
  if (node.kind === 'call' && ev.trials === 0 && ev.state.isReachable)
    ev.observer.called?.(node, callee, given, ev.caught, {
      path: ev.state.path,
      around: ev.around,
      doubtful: ev.doubtful,
      tested: ev.tested,
    });
}

/** Whether failures count here, for values that do not decide themselves whether the program gets here. */
export const isJudged = (ev: Evaluator, ...values: readonly Value[]): boolean =>
  ev.trials === 0 &&
  ev.state.isReachable &&
  (ev.doubtful.size + ev.tested.size === 0 ||
    !values.some((value) => ev.doubtful.has(value) || ev.tested.has(value)));

/** Whether they also count where nothing may have kept the program from getting here. */
export const isCertain = (ev: Evaluator, ...values: readonly Value[]): boolean =>
  isJudged(ev, ...values) && isStraight(ev);

/** When the outermost function that is running began: whatever is younger is its own. */
const startOf = ({ activations }: Evaluator): number => activations[1]?.mark.clock ?? 0;

/** Whether the module itself runs the code, and not another one later. */
export const isRunByModule = (around: Around): boolean =>
  'outer' in around ? isRunByModule(around.outer) : around.kind === 'module';

// ---------------------------------------------------------------- Keys and attributes

export function keyFailure(ev: Evaluator, object: Value, key: Value): Failure | undefined {
  if (object.kind === 'list' || object.kind === 'tuple' || object.kind === 'str')
    return NO_INDEX.has(key.kind) && isReadByIndex(object) && (isName(object, key) || isStraight(ev))
      ? { of: 'index', owner: object.kind, by: typeName(key) }
      : undefined;
  const cls = typeWithoutElements(ev, object);
  if (cls !== undefined && isStraight(ev))
    return {
      of: 'refused',
      reason: `An object of the class \`${excerpt(cls)}\` is not read by \`[…]\`, but by its attributes`,
      raises: 'TypeError',
    };
  if (isUnread(object) && isStraight(ev))
    return {
      of: 'refused',
      reason: `A value of the type \`${typeName(object)}\` is not read by \`[…]\`${HINTS.get(object.kind) ?? ''}`,
      raises: 'TypeError',
    };
  if (object.kind === 'class') return memberFailure(object, key);
  if (object.kind !== 'dict' || hasItem(ev, object, key) !== false) return undefined;
  return isFilledElsewhere(ev, object) ? undefined : { of: 'key', key, keys: keysOf(object) };
}

/** What makes a value one that `[…]` reads. */
const HINTS: ReadonlyMap<Value['kind'], string> = new Map([
  ['iterator', ': make a list of it first'],
  ['view', ': make a list of it first'],
  ['coroutine', ': `await` it first'],
]);

const NO_INDEX = kinds('none', 'float', 'str', 'tuple', 'list', 'dict');

const isName = (object: Value, key: Value): boolean => object.kind !== 'str' && key.kind === 'str';

/** Whether `[…]` of a list, a tuple or a text is Python's own. */
function isReadByIndex(object: Value): boolean {
  const cls = classOfObject(object);
  return !cls || (cls.form === 'namedtuple' && !isForeign(cls) && !memberOf(cls, '__getitem__'));
}

/** The class of an object of the program, of Python or of a library's own kind that `[…]` does not read. */
function typeWithoutElements(ev: Evaluator, object: Value): string | undefined {
  const isOfLibrary = object.kind === 'external' || (object.kind === 'made' && !object.facts);
  return isOfLibrary
    ? ev.library.itemless?.(object)?.type
    : classWithout(ev, object, ['__getitem__', '__delitem__']);
}

/** Whether nothing can be read of a value by `[…]`. */
function isUnread(value: Value): boolean {
  switch (value.kind) {
    case 'set':
    case 'view':
    case 'function':
    case 'coroutine':
      return true;
    case 'iterator':
      return value.cell.content !== undefined && !value.isStream;
    case 'int':
    case 'float':
    case 'bool':
      return isExact(value);
    default:
      return false;
  }
}

/** A member of an enum by a name that it does not have. */
function memberFailure(cls: ClassValue, key: Value): Failure | undefined {
  const { known } = cls.members.content;
  if (cls.form !== 'enum' || key.kind !== 'str' || key.value === undefined || known.has(key.value))
    return undefined;
  const isPlainEnum = isWhole(cls) && cls.inherited.every((each) => each.kind !== 'class');
  const keys = [...known].flatMap(([name, value]) =>
    value.kind === 'instance' ? str(value.node, name) : [],
  );
  return isPlainEnum ? { of: 'key', key, keys } : undefined;
}

/** A `raise` that the program certainly reaches, of what is an error and no way to end. */
export function raiseFailure(ev: Evaluator, name: string): Failure | undefined {
  const isCertain = ev.state.isCertain && isRunByModule(ev.around) && !mayBeSkipped(ev.around);
  return /(?:Error|Exception)$/.test(name) && isCertain ? { of: 'raise', name } : undefined;
}

/** Whether a decorator around may keep a call from running a function that has run before. */
function mayBeSkipped(around: Around): boolean {
  if (!('outer' in around)) return false;
  const { outer } = around;
  const decorators =
    around.kind === 'function' && around.definition.kind === 'function' ? around.definition.decorators : [];
  return decorators.some((each) => KEEPING.test(lastName(each))) || mayBeSkipped(outer);
}

const KEEPING = /^(?:function|p?jit|(?:lru_)?cache)$/;

/** A decorator without the arguments that it is called with. */
const calledName = (decorator: Expression): Expression =>
  decorator.kind === 'call' ? decorator.callee : decorator;

const lastName = (decorator: Expression): string => {
  const named = calledName(decorator);
  return named.kind === 'attribute' || named.kind === 'name' ? named.name : '';
};

/** Whether no test that is not followed stands between the beginning and this place, which might exclude the values here. */
export const isStraight = (ev: Evaluator): boolean =>
  ev.state.isStraight(isRunByModule(ev.around) ? undefined : ev.activations[1]?.mark);

/** Whether no test that is not followed may have excluded a value: it is made in the function that runs, or nothing is tested before. */
const isUntested = (ev: Evaluator, { cell }: ListValue | DictValue): boolean =>
  isStraight(ev) || cell.born > ev.activations.at(-1)!.mark.clock;

/** Whether nothing that is not seen can have filled a value before the program gets here. */
export const isSettled = (ev: Evaluator, value: Value): boolean =>
  isRunByModule(ev.around) || filledCells(value).every((cell) => cell.born > startOf(ev));

function filledCells(value: Value): readonly Cell<unknown>[] {
  switch (value.kind) {
    case 'list':
    case 'dict':
    case 'set':
      return [value.cell as Cell<unknown>];
    case 'view':
      return filledCells(value.of);
    default:
      return [];
  }
}

/**
 * Another number of targets than a tuple, a text, an array, or a container that nobody else fills has elements. With a starred
 * target, `targets` counts the others, and `isLeast` is true.
 */
export function unpackFailure(
  ev: Evaluator,
  from: Value,
  count: number,
  targets: number,
  isLeast: boolean,
): Failure | undefined {
  const isFixed =
    UNCHANGING.has(from.kind) ||
    (FILLABLE.has(from.kind) && isSettled(ev, from)) ||
    (from.kind === 'iterator' && isRunByModule(ev.around));
  const name = from.kind === 'made' ? ev.library.tupleName?.(from) : undefined;
  const isArray = from.kind === 'made' && ev.library.rows?.(from, ev) === count;
  const owner =
    name !== undefined
      ? `\`${name}\``
      : isArray
        ? 'array'
        : from.kind === 'view'
          ? `\`${typeName(from)}\``
          : from.kind;
  return isFixed || isArray || name !== undefined
    ? { of: 'unpacking', owner, count, targets, isLeast }
    : undefined;
}

const UNCHANGING = kinds('tuple', 'str');
const FILLABLE = kinds('list', 'dict', 'view');

/** Whether other modules may add to a dict before they call the code: to an empty one, or one that functions fill. */
function isFilledElsewhere(ev: Evaluator, { cell, displayed }: DictValue): boolean {
  if (isRunByModule(ev.around) || cell.born > startOf(ev)) return false;
  return cell.content !== displayed || displayed.known.size === 0;
}

/** Whether a dict is no object of another class. */
export const isPlainDict = ({ cls, form, isNamespace, isSpecial, missing }: DictValue): boolean =>
  !cls && form === undefined && !isNamespace && !isSpecial && !missing;

const keysOf = (dict: DictValue): readonly Value[] => (entriesOf(dict) ?? []).map(({ key }) => key);

export function attributeFailure(ev: Evaluator, object: Value, name: string): Failure | undefined {
  if (name === '' || name.startsWith(object.kind === 'instance' ? '__' : '_')) return undefined;
  const of = 'attribute';
  switch (object.kind) {
    case 'dict':
      if (object.form !== undefined) return attributeOfForm(ev, object, object.form, name);
      if (!isPlainDict(object) || DICT.includes(name) || !isUntested(ev, object)) return undefined;
      return { of, owner: 'dict', name, names: DICT, keys: keysOf(object) };
    case 'list':
      return LIST.includes(name) || object.isDeque || object.cls || !isUntested(ev, object)
        ? undefined
        : { of, owner: 'list', name, names: LIST };
    case 'set':
      return SET.includes(name) ? undefined : { of, owner: 'set', name, names: SET };
    case 'str':
      return !isExact(object) || STR.includes(name) || !isStraight(ev)
        ? undefined
        : { of, owner: 'str', name, names: STR };
    case 'bool':
    case 'int':
    case 'float':
      return !isExact(object) || OF_NUMBERS.test(name) || !isStraight(ev)
        ? undefined
        : { of, owner: object.kind, name, names: [] };
    case 'tuple': {
      const { cls } = object;
      const names = [...TUPLE, ...(cls ? namesIn(cls) : [])];
      if (names.includes(name) || (cls ? isForeign(cls) || hasHook(cls) : !isStraight(ev))) return undefined;
      return {
        of,
        owner: cls?.name ?? 'tuple',
        name,
        names,
        ...(cls && takesAttributes(cls) && { isDeclared: false }),
      };
    }
    case 'instance':
      return attributeOfInstance(ev, object, name);
    case 'class':
      return attributeOfClass(ev, object, name);
    case 'function':
    case 'partial':
      return attributeOfFunction(ev, object, name);
    default:
      return undefined;
  }
}

/** A function or a method that only the program itself has decorated, in place of what it returns. */
function attributeOfFunction(ev: Evaluator, object: Value, name: string): Failure | undefined {
  const { callee, isMethod } =
    object.kind === 'partial'
      ? { callee: object.callee, isMethod: true }
      : { callee: object, isMethod: false };
  if (callee.kind !== 'function' || callee.definition.kind !== 'function' || !isStraight(ev))
    return undefined;
  if (textMatches(ev.tree, GIVES_ATTRIBUTES) || attributesSetOutside(ev.tree).has(name)) return undefined;
  const { definition } = callee;
  const isOwn = definition.decorators.every((each) => resolve(ev.tree, calledName(each)) === undefined);
  if (!isOwn || (isMethod && OF_PARTIAL.has(name)) || givenAway(ev.tree).has(definition.name))
    return undefined;
  return { of: 'attribute', owner: definition.name, name, names: [], isDeclared: false, isUncalled: true };
}

/** Code that may give a function attributes which neither its definition nor an assignment shows. */
const GIVES_ATTRIBUTES =
  /\b(?:p?jit|pmap|remat|checkpoint|shard_map|named_call|wraps|update_wrapper|vars)\(|\b_*setattr\b|__dict__/;

/** The names of functions and methods that unseen code may get, as they are not only called: it may give them attributes. */
const givenAway = cachedFact((tree): ReadonlySet<string> => {
  const own = groupBy(allOfKind(tree, 'function'), ({ name }) => name);
  const isLooking = (callee: Expression) => LOOKING.test(resolve(tree, callee) ?? '');
  const isKeeping = ({ parameters, body }: FunctionDefinition) => {
    const names = new Set(parameters.map(({ name }) => name));
    return body
      .flatMap((each) => [...walk(each)])
      .every((node) => node.kind !== 'name' || !names.has(node.name) || isKept(node, isLooking));
  };
  const areKeeping = onceWithin((name: string) => own.get(name)?.every(isKeeping) ?? false);
  const isSeen = (callee: Expression) => isLooking(callee) || ('name' in callee && areKeeping(callee.name));
  const isFunction = (use: Name | Attribute) =>
    own.has(use.name) &&
    (use.kind === 'attribute' || bindingsOf(tree, use)?.some(({ kind }) => kind === 'function'));
  return new Set(
    [...allOfKind(tree, 'name'), ...allOfKind(tree, 'attribute')]
      .filter((use) => isFunction(use) && !isKept(use, isSeen))
      .map(({ name }) => name),
  );
}, isSameSet);

/** Whether a use of a function leaves it to the code that is seen: a call of it, or by it, or a look at an attribute. */
function isKept(use: Name | Attribute, isSeen: (callee: Expression) => boolean): boolean {
  const { parent } = use;
  switch (parent?.kind) {
    case 'attribute':
      return parent.name !== '__setattr__';
    case 'call':
      return true;
    case 'assignment':
      return parent.value !== use;
    case 'positional':
    case 'keyword':
      return parent.parent?.kind === 'call' && isSeen(parent.parent.callee);
    default:
      return false;
  }
}

/** Functions of Python that neither change nor keep what they get. */
const LOOKING = /^builtins\.(?:callable|dir|hash|id|isinstance|print|repr|str|type)$/;

const OF_PARTIAL: ReadonlySet<string> = new Set(['func', 'args', 'keywords']);

/** Whether a value certainly has no attribute of a name, if no test has excluded the value. */
export function lacksMember(value: Value, name: string): boolean {
  if (name.startsWith('_')) return value.kind === 'none' && !name.startsWith('__');
  if (value.kind === 'int' || value.kind === 'float' || value.kind === 'bool')
    return isExact(value) && !OF_NUMBERS.test(name);
  return plainMembers(value)?.includes(name) === false || lacksAttribute(value, name);
}

/** A key of a library's dict, read as an attribute, that the dict certainly does not have. */
function attributeOfForm(ev: Evaluator, dict: DictValue, form: string, name: string): Failure | undefined {
  const { known, hasUnknownEntries } = dict.cell.content;
  const own = ev.library.attributesOf?.(form);
  if (!own || own.includes(name) || known.has(`s${name}`) || hasUnknownEntries) return undefined;
  if (isFilledElsewhere(ev, dict)) return undefined;
  const names = keysOf(dict).flatMap((key) => (key.kind === 'str' ? (key.value ?? []) : []));
  return { of: 'attribute', owner: form, name, names };
}

function attributeOfInstance(ev: Evaluator, object: InstanceValue, name: string): Failure | undefined {
  const { cls, fields } = object;
  const { content } = fields;
  if (content.known.has(name) || cls.form === 'enum' || hasHook(cls) || memberOf(cls, name)) return undefined;
  if (givesName(cls, name)) return undefined;
  const own = attributesOf(object);
  const owner = cls.name;
  const isDeclared = isSelfAlone(object);
  const base = cls.inherited.find(({ kind }) => kind !== 'class');
  // What libraries and Python's own decorators keep for themselves is not listed.
  if (name.startsWith('_') && (base || cls.form !== 'plain')) return undefined;
  if (base) {
    const inherited = base.kind === 'reference' ? ev.library.attributesOf?.(base.name) : undefined;
    const isOnly = cls.inherited.every((each) => each === base || isWhole(each));
    if (!inherited || inherited.includes(name) || !isOnly || !isWhole(cls)) return undefined;
    return { of: 'attribute', owner, name, names: [...own, ...inherited], isDeclared };
  }
  if (content.hasUnknownFields || isDeclared || isForeign(cls) || !isOwn(ev, fields)) return undefined;
  // What has happened to the object so far is known, whatever sets the attribute elsewhere.
  const isKnown = isRunByModule(ev.around) && isStraight(ev) && fields.exposure === Exposure.None;
  return { of: 'attribute', owner, name, names: own, ...(!isKnown && { isDeclared }) };
}

/** The attributes and methods that the program gives an object. */
const attributesOf = ({ cls, fields }: InstanceValue): readonly string[] => [
  ...fields.content.known.keys(),
  ...namesIn(cls),
];

/** The same, where nothing else can have given it more. */
export const allAttributesOf = (object: InstanceValue): readonly string[] | undefined =>
  object.fields.content.hasUnknownFields || ![object.cls, ...object.cls.inherited].every(isWhole)
    ? undefined
    : attributesOf(object);

/** Whether no other code can have changed an object meanwhile. */
const isOwn = (ev: Evaluator, { born }: Cell<unknown>): boolean =>
  isRunByModule(ev.around) || born > startOf(ev);

/** Whether an object is that of a method which nobody calls, so it may be of a derived class. */
export const isSelfAlone = ({ cls, node }: InstanceValue): boolean =>
  node === cls.definition && node.kind === 'class';

/** A class that other code can add to, unless the module itself looks. */
function attributeOfClass(ev: Evaluator, cls: ClassValue, name: string): Failure | undefined {
  const names = namesIn(cls);
  if (isForeign(cls)) return undefined;
  if (isOfObjectsOnly(ev, cls, name))
    return isRunByModule(ev.around)
      ? {
          of: 'attribute',
          owner: cls.name,
          name,
          names: [],
          isDeclared: false,
          isOfObjects: true,
        }
      : undefined;
  if (names.includes(name) || memberOf(cls, name) || name === 'mro') return undefined;
  if (cls.isGuarded && name === 'register') return undefined;
  const isFixed = cls.form === 'enum' && name !== 'name' && name !== 'value';
  const isJudgedHere = isFixed || (cls.form === 'plain' && isRunByModule(ev.around));
  return isJudgedHere && cls.inherited.every(isWhole)
    ? { of: 'attribute', owner: cls.name, name, names, isDeclared: false }
    : undefined;
}

/** Whether a name is a field of a dataclass without a value that the class itself keeps. */
function isOfObjectsOnly({ tree: { text } }: Evaluator, cls: ClassValue, name: string): boolean {
  const field = cls.fields.find((each) => each.name === name);
  const member = memberOf(cls, name);
  const isBare =
    !member ||
    (member.kind === 'made' &&
      member.callee === 'dataclasses.field' &&
      !member.given.hasUnknownArguments &&
      !member.given.keywords.has('default'));
  return (
    field !== undefined &&
    isBare &&
    [cls, ...cls.inherited].every(
      (each) =>
        each.kind === 'class' &&
        isWhole(each) &&
        each.definition.kind === 'class' &&
        each.definition.decorators.every(({ start, end }) => KEEPS_NO_FIELDS.test(text.slice(start, end))),
    )
  );
}

/** With `slots`, the class has a descriptor for each field. */
const KEEPS_NO_FIELDS = /^(?:dataclasses\.)?dataclass\b(?!.*\bslots\b)/s;

const isWhole = (cls: Value) => cls.kind === 'class' && !cls.members.content.hasUnknownFields;

/** The names that a class and its bases in the program give to objects. */
const namesIn = (cls: ClassValue): readonly string[] =>
  [cls, ...cls.inherited].flatMap((each) =>
    each.kind === 'class'
      ? [
          ...each.members.content.known.keys(),
          ...each.fields.map(({ name }) => name),
          ...(each.declared?.keys() ?? []),
        ]
      : [],
  );

/** Whether a class or one of its bases in the program gives a name to objects. */
const givesName = (cls: ClassValue, name: string): boolean =>
  [cls, ...cls.inherited].some(
    (each) =>
      each.kind === 'class' &&
      (each.members.content.known.has(name) ||
        each.fields.some((field) => field.name === name) ||
        each.declared?.has(name)),
  );

/** Whether a class decides itself which attributes its objects have. */
const hasHook = (cls: ClassValue): boolean =>
  ['__getattr__', '__getattribute__', '__slots__'].some((name) => memberOf(cls, name));

const DICT = 'clear copy fromkeys get items keys pop popitem setdefault update values'.split(' ');
const LIST = 'append clear copy count extend index insert pop remove reverse sort'.split(' ');
const TUPLE = ['count', 'index'];
const SET = (
  'add clear copy difference difference_update discard intersection intersection_update isdisjoint issubset issuperset pop remove ' +
  'symmetric_difference symmetric_difference_update union update'
).split(' ');
const STR = (
  'capitalize casefold center count encode endswith expandtabs find format format_map index isalnum isalpha isascii isdecimal isdigit ' +
  'isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower lstrip maketrans partition removeprefix ' +
  'removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill'
).split(' ');
/** What numbers of Python or NumPy have. */
/** The names of the members of a text, list or dict of Python's own class, without those for its operators. */
export function plainMembers(value: Value): readonly string[] | undefined {
  if (value.kind === 'dict') return isPlainDict(value) ? DICT : undefined;
  if (value.kind === 'list') return value.isDeque || value.cls ? undefined : LIST;
  return value.kind === 'str' ? STR : undefined;
}

const OF_NUMBERS =
  /^(?:real|imag|numerator|denominator|conj(?:ugate)?|bit_\w+|\w+_bytes|\w*hex|as_integer_ratio|is_integer|dtype|shape|ndim|size|item|itemsize|nbytes|numpy|tolist|astype|round|any|all|max|min|mean|sum|std|var|flat|T|data|copy|clip|reshape|squeeze|ravel|flatten|byteswap|view)$/;

// ---------------------------------------------------------------- Hashes

/** Notes keys of a dict, elements of a set, or arguments of a cached function that have no hash. */
export function checkHashes(ev: Evaluator, node: Node, values: readonly Value[], isCached = false): void {
  for (const value of values) {
    const why = isJudged(ev, value) ? hashless(ev, value, node) : undefined;
    if (!why) continue;
    fails(ev, node, { of: 'hash', isCached, ...why });
    leaveWhereCaught(ev);
  }
}

/** Notes the key of `object[key]` if it has no hash. */
export function checkKey(ev: Evaluator, node: Node, object: Value, key: Value): void {
  if (object.kind === 'dict' && !object.cls && object.form === undefined) checkHashes(ev, node, [key]);
}

export function hashless(ev: Evaluator, value: Value, node: Node): Hashless | undefined {
  switch (value.kind) {
    case 'list':
      return value.isDeque || value.cls ? undefined : { type: value.kind };
    case 'dict':
      return isPlainDict(value) ? { type: value.kind } : undefined;
    case 'set':
      return value.isFrozen ? undefined : { type: value.kind };
    case 'tuple': {
      const held = value.elements?.map((each) => hashless(ev, each, node)).find((each) => each);
      return held && { type: value.kind, holds: held.type };
    }
    case 'made':
      return ev.library.hashless?.(value, node, ev);
    case 'instance':
      return lacksHash(value.cls) ? { type: value.cls.name } : undefined;
    default:
      return undefined;
  }
}

// ---------------------------------------------------------------- Operators

type OperatorFailure = Extract<Failure, { of: 'operator' }>;

export function operatorFailure(
  ev: Evaluator,
  left: Value,
  operator: string,
  right: Value,
): OperatorFailure | undefined {
  const [a, b] = [operandType(ev, left), operandType(ev, right)];
  if (a === undefined || b === undefined || allows(a, operator, b)) return undefined;
  return { of: 'operator', operator, left: a, right: b };
}

/** `left += right`, which takes more of what follows where a list or a dict is changed in place. */
export function augmentedFailure(
  ev: Evaluator,
  left: Value,
  operator: string,
  right: Value,
): Failure | undefined {
  const isInPlace =
    (left.kind === 'list' && operator === '+=') || (left.kind === 'dict' && operator === '|=');
  const failure =
    isInPlace && !WITHOUT_ELEMENTS.has(right.kind)
      ? undefined
      : operatorFailure(ev, left, operator.slice(0, -1), right);
  return failure && { ...failure, operator };
}

const WITHOUT_ELEMENTS = kinds('none', 'bool', 'int', 'float');

/** The type of a value whose operators are Python's own, or that has none. */
export const operatorType = (value: Value): string | undefined =>
  value.kind === 'made' ? value.facts?.lacksOperators : plainType(value);

/** The same of an operand. A program often tests whether a value is a function. */
export const operandType = (
  ev: Evaluator,
  value: Value,
  methods: readonly string[] = OPERATOR_METHODS,
): string | undefined =>
  operatorType(value) ?? (isStraight(ev) ? typeWithout(ev, value, methods) : undefined);

function typeWithout(ev: Evaluator, value: Value, methods: readonly string[]): string | undefined {
  if (FUNCTIONS.has(value.kind)) return FUNCTION;
  if (value.kind === 'coroutine') return value.kind;
  const isPlain = value.kind === 'instance' && value.cls.form === 'plain';
  return isPlain || methods === OPERATOR_METHODS ? classWithout(ev, value, methods) : undefined;
}

/** Functions of the program, and its methods of an object. */
const FUNCTIONS = kinds('function', 'partial');
export const FUNCTION = 'function';

/** The name of a value's type, if that is exactly one of Python's own. */
export const plainType = (value: Value): string | undefined =>
  PLAIN.has(value.kind) && !classOfObject(value) && (value.kind !== 'dict' || isPlainDict(value))
    ? typeName(value)
    : undefined;

export const typeName = (value: Value): string =>
  value.kind === 'view' ? `dict_${value.part}` : value.kind === 'none' ? 'NoneType' : value.kind;

const PLAIN = kinds('none', 'bool', 'int', 'float', 'str', 'bytes', 'list', 'tuple', 'dict');
const WHOLE = ['bool', 'int'];
const NUMBERS = [...WHOLE, 'float'];
const SEQUENCES = ['str', 'bytes', 'list', 'tuple'];

function allows(a: string, operator: string, b: string): boolean {
  if (NUMBERS.includes(a) && NUMBERS.includes(b))
    return !/^(?:[|&^]|<<|>>)$/.test(operator) || (WHOLE.includes(a) && WHOLE.includes(b));
  switch (operator) {
    case '+':
      return a === b && SEQUENCES.includes(a);
    case '*':
      return (SEQUENCES.includes(a) && WHOLE.includes(b)) || (WHOLE.includes(a) && SEQUENCES.includes(b));
    case '%':
      return a === 'str' || a === 'bytes';
    case '|':
      return a === 'dict' && b === 'dict';
    default:
      return false;
  }
}

// ---------------------------------------------------------------- Calls

/** What a function or a class of the program takes. */
interface Signature {
  readonly name: string;
  readonly parameters: readonly { readonly name: string; readonly isRequired: boolean; readonly way: Way }[];
  readonly takesMore: boolean;
  readonly takesNames: boolean;
}
/** A program that asks which parameters a class has tells its classes apart. */
const ASKS_FOR_PARAMETERS = /\binspect\b[\s\S]*\b(?:signature|getfullargspec)\(/;

type Way = 'any' | 'position' | 'name';

export function callFailure(ev: Evaluator, callee: Value, given: Arguments): Failure | undefined {
  // What a function of a library refuses is told where it is called.
  if (callee.kind === 'reference') return undefined;
  const type = plainType(callee) ?? ev.library.uncallable?.(callee) ?? classWithout(ev, callee, ['__call__']);
  // A program often tests whether a value can be called.
  if (type !== undefined) return isStraight(ev) ? { of: 'uncallable', type } : undefined;
  const abstract = callee.kind === 'class' ? abstractIn(ev, callee) : undefined;
  if (abstract !== undefined)
    return {
      of: 'refused',
      reason: `\`${excerpt(callee.kind === 'class' ? callee.name : '')}\` makes no objects, as its \`${excerpt(abstract)}\` is abstract`,
      raises: 'TypeError',
    };
  const isFixed =
    !given.hasUnknownArguments &&
    !textMatches(ev.tree, GIVES_DEFAULTS) &&
    !(callee.kind === 'class' && textMatches(ev.tree, ASKS_FOR_PARAMETERS));
  const signature = isFixed ? signatureOf(ev, callee) : undefined;
  const withoutSelf = isFixed ? methodWithoutSelf(ev, callee) : undefined;
  if (withoutSelf !== undefined)
    return {
      of: 'refused',
      reason: `\`${excerpt(withoutSelf)}\` takes nothing, not even \`self\`, and is called on an object. Add \`self\`, or make it a \`@staticmethod\``,
      raises: 'TypeError',
    };
  const problem = signature && problemOf(signature, given);
  return problem
    ? { of: 'call', callee: signature.name, problem }
    : ev.library.refusesCall?.(callee, given, ev);
}

/** The class of an object of the program, if it certainly has none of some methods. */
export function classWithout(ev: Evaluator, object: Value, methods: readonly string[]): string | undefined {
  if (object.kind !== 'instance' || isSelfAlone(object) || !isOwn(ev, object.fields)) return undefined;
  const { cls } = object;
  return isForeign(cls) || methods.some((name) => memberOf(cls, name)) ? undefined : cls.name;
}

/** The abstract member because of which a class makes no objects. */
function abstractIn({ tree }: Evaluator, cls: ClassValue): string | undefined {
  // Its `__new__` may make an object of another class.
  if (!cls.isGuarded || isForeign(cls) || MADE_CONCRETE.some((name) => memberOf(cls, name))) return undefined;
  const names = [cls, ...cls.inherited].flatMap((each) =>
    each.kind === 'class' ? [...each.members.content.known.keys()] : [],
  );
  return names.find((name) => isAbstract(tree, memberOf(cls, name)));
}

/** Whether a member of a class only says what derived classes have to define. */
export function isAbstract(tree: Tree, member: Value | undefined): boolean {
  if (member?.kind === 'made') return isAbstract(tree, member.given.positional[0]);
  return (
    member?.kind === 'function' &&
    member.definition.kind === 'function' &&
    member.definition.decorators.some(({ start, end }) => ABSTRACT.test(tree.text.slice(start, end)))
  );
}
const MADE_CONCRETE = ['__new__', '__abstractmethods__'];
const ABSTRACT = /^(?:abc\.)?abstract(?:method|property)$/;

/** `Column.__new__.__defaults__ = (8,)` */
const GIVES_DEFAULTS = /\.__(?:kw)?defaults__\s*=/;

function problemOf(
  { parameters, takesMore, takesNames }: Signature,
  { positional, keywords }: Arguments,
  isPart = false,
): CallProblem | undefined {
  const byPosition = parameters.filter(({ way }) => way !== 'name');
  if (positional.length > byPosition.length && !takesMore)
    return { of: 'count', most: byPosition.length, given: positional.length };
  const filled = new Set(byPosition.slice(0, positional.length).map(({ name }) => name));
  const byName = parameters.flatMap(({ name, way }) => (way === 'position' ? [] : name));
  for (const name of keywords.keys()) {
    if (!byName.includes(name)) {
      if (!takesNames) return { of: 'unknown', name, names: byName };
    } else if (filled.has(name) && !takesNames) return { of: 'twice', name };
  }
  const missing = isPart
    ? undefined
    : parameters.find(({ name, isRequired }) => isRequired && !filled.has(name) && !keywords.has(name));
  return missing && { of: 'missing', name: missing.name };
}

function signatureOf(ev: Evaluator, callee: Value): Signature | undefined {
  if (callee.kind === 'class') return signatureOfClass(callee, ev);
  if (callee.kind === 'partial') return without(signatureOf(ev, callee.callee), callee.given);
  if (callee.kind === 'method' && callee.object.kind === 'tuple' && callee.object.cls)
    return callee.name === '_replace' ? signatureOfReplace(callee.object.cls) : undefined;
  return callee.kind === 'function' ? signatureOfDefinition(callee.definition, ev.tree) : undefined;
}

/** The name of a method of an object that is defined without parameters. */
function methodWithoutSelf(ev: Evaluator, callee: Value): string | undefined {
  const method = callee.kind === 'partial' && callee.callee.kind === 'function' ? callee.callee : undefined;
  const isBound = method?.owner !== undefined && method.definition.parent === method.owner.definition;
  if (!isBound || method.definition.kind !== 'function') return undefined;
  const { name, parameters, decorators } = method.definition;
  const isOnObject = callee.kind === 'partial' && callee.given.positional[0]?.kind === 'instance';
  return isOnObject && parameters.length + decorators.length === 0 && isStraight(ev) ? name : undefined;
}

const signatures = new Attached<Node, Signature>();

function signatureOfDefinition(definition: FunctionDefinition | Lambda, tree: Tree): Signature | undefined {
  const { text } = tree;
  if (definition.kind === 'function' && definition.decorators.some((each) => !isSimple(tree, each)))
    return undefined;
  const known = signatures.get(definition);
  if (known) return known;
  const { parameters } = definition;
  const slash = parameters.findIndex(({ end }) => /^\s*,\s*\//.test(text.slice(end, end + 100)));
  const star = parameters.findIndex((each) => each.star === '*' || isBehindLoneStar(text, each));
  const wayOf = (i: number): Way => (i <= slash ? 'position' : star >= 0 && i >= star ? 'name' : 'any');
  const signature: Signature = {
    name: definition.kind === 'function' ? definition.name : 'lambda',
    takesMore: parameters.some((each) => each.star === '*'),
    takesNames: parameters.at(-1)?.star === '**',
    parameters: parameters.flatMap(({ name, star, default: value }, i) =>
      star === '' ? { name, isRequired: value === undefined, way: wayOf(i) } : [],
    ),
  };
  signatures.set(definition, signature);
  return signature;
}

const isBehindLoneStar = (text: string, { start }: Parameter) =>
  /(?:[(,]|\blambda)\s*\*\s*,\s*$/.test(text.slice(Math.max(0, start - 100), start));

/** `_replace` of a named tuple. */
const signatureOfReplace = ({ fields }: ClassValue): Signature => ({
  name: '_replace',
  takesMore: false,
  takesNames: false,
  parameters: fields.map(({ name }) => ({ name, isRequired: false, way: 'name' })),
});

/** Decorators that leave how a function is called: the program's own have made another function, if they do not. */
const isSimple = (tree: Tree, decorator: Expression): boolean =>
  /^(?:staticmethod|classmethod|tf\.function\b.*)$/s.test(tree.text.slice(decorator.start, decorator.end)) ||
  (decorator.kind === 'call' && resolve(tree, decorator.callee) === undefined);

/** The signature that is left once some arguments are bound; one that is bound by name can still be replaced. */
function without(signature: Signature | undefined, given: Arguments): Signature | undefined {
  if (!signature || given.hasUnknownArguments || problemOf(signature, given, true)) return undefined;
  const bound = signature.parameters.filter(({ way }) => way !== 'name').slice(0, given.positional.length);
  return {
    ...signature,
    parameters: signature.parameters
      .filter((each) => !bound.includes(each))
      .map((each) => (given.keywords.has(each.name) ? { ...each, isRequired: false } : each)),
  };
}

/** The signature of a class, with the object of `__init__` left out. */
function signatureOfClass(cls: ClassValue, ev: Evaluator): Signature | undefined {
  const isOwn =
    !isRewritten(cls) &&
    memberOf(cls, '__init__') !== undefined &&
    cls.inherited.every(
      (each) =>
        (each.kind === 'class' && !ownMember(each, '__new__')) ||
        (each.kind === 'reference' && ev.library.leavesInit?.(each.name)),
    );
  if (
    (isForeign(cls) && !isOwn) ||
    cls.form === 'enum' ||
    cls.form === 'typeddict' ||
    memberOf(cls, '__new__')
  )
    return undefined;
  const { name } = cls;
  if (cls.form === 'namedtuple') return signatureOfFields(name, cls.fields);
  for (const each of [cls, ...cls.inherited]) {
    if (each.kind !== 'class') return undefined;
    const init = each.members.content.known.get('__init__');
    if (init) {
      const signature = without(signatureOf(ev, init), passing(cls));
      return signature && { ...signature, name };
    }
    if (makesInit(each)) return signatureOfFields(name, each.fields);
  }
  return { name, parameters: [], takesMore: false, takesNames: false };
}

const signatureOfFields = (name: string, fields: readonly ClassField[]): Signature => ({
  name,
  takesMore: false,
  takesNames: false,
  parameters: fields.flatMap(({ name: field, argument = field, given, default: value, factory }) =>
    given === 'never'
      ? []
      : { name: argument, isRequired: !value && !factory, way: given === 'by name' ? 'name' : 'any' },
  ),
});
