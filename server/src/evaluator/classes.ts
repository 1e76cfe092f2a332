import { excerpt } from '../basics/excerpt';
import { type ClassDefinition, type Node, walk } from '../python/tree';
import {
  callImplicitly,
  isForeign,
  isPrivate,
  isRewritten,
  makesInit,
  memberAmong,
  memberOf,
  OF_DICT,
  OF_LIST,
  ownMember,
  privateName,
  setAttribute,
  writeField,
} from './attributes';
import { callsItself, constructByBase } from './callbacks';
import { dictOf, iterate, listOf, putEntry, tupleOf } from './containers';
import { callUnseen } from './escape';
import type { Evaluator } from './evaluator';
import { callFailure, fails, isJudged, reach } from './failures';
import { COMPARING, LENGTHS } from './implicit';
import { fields, letEscape, NO_FIELDS } from './join';
import { converted, dataclassStyle } from './record-styles';
import { refused } from './refusals';
import {
  type Arguments,
  type ClassField,
  type ClassValue,
  equal,
  type Frame,
  type FunctionValue,
  type InstanceValue,
  int,
  isProperty,
  kinds,
  NO_ARGUMENTS,
  NO_VALUES,
  passing,
  put,
  type RecordStyle,
  str,
  UNKNOWN_ARGUMENTS,
  unknown,
  type Value,
} from './value';

/** With more bases than this, inherited members are unknown. */
const MAX_BASES = 32;

/** A class as it is defined: its body runs at once. */
export function defineClass(
  ev: Evaluator,
  node: ClassDefinition,
  recordStyle: RecordStyle | undefined,
  frame: Frame,
): ClassValue {
  const bases: Value[] = [];
  let keywords: Map<string, Value> | undefined;
  for (const { kind, name, value } of node.arguments) {
    const given = ev.evaluate(value, frame);
    if (kind === 'positional') bases.push(withoutParameters(ev, given, frame));
    else if (kind === 'keyword') keywords = put(keywords, name!, given);
    else bases.push(unknown(value, 'call'));
  }
  const meta =
    keywords?.get('metaclass') ??
    bases.flatMap((base) => (base.kind === 'class' ? (base.meta ?? []) : []))[0];
  keywords?.delete('metaclass');
  const inner = ev.frame(node, frame.isClass ? frame.enclosing! : frame);
  ev.run(node.body, inner);
  const known = new Map<string, Value>();
  for (const [name, { content }] of inner.variables)
    if (content) known.set(isPrivate(name) ? privateName(node, name) : name, content);
  const formOfBases = formOf(bases);
  const isRecord = recordStyle !== undefined || bases.some((base) => makesRecords(ev, base));
  const form = isRecord && formOfBases === 'plain' ? 'dataclass' : formOfBases;
  const style = recordStyle ?? dataclassStyle(undefined);
  const classes = bases.filter((base) => base.kind === 'class');
  const own =
    bases.length > MAX_BASES
      ? [unknown(node, 'call')]
      : bases.filter((base) => !(base.kind === 'reference' && HARMLESS.has(base.name)));
  const inherited = inOrder(own);
  const ownFields = hasFields(form, bases) ? fieldsOf(ev, node, known, inherited, style) : [];
  if (style.isRemoved) for (const { name } of ownFields) known.delete(name);
  const cls: ClassValue = {
    kind: 'class',
    name: node.name,
    definition: node,
    members: fields(ev.state, {
      known,
      hasUnknownFields:
        (meta !== undefined && !isReference(meta, 'abc.ABCMeta')) || hasHiddenFields(form, node),
    }),
    bases: own,
    inherited,
    form,
    isGuarded: (meta !== undefined && isReference(meta, 'abc.ABCMeta')) || bases.some(isGuarded),
    declared: declaredIn(ev, node, inner),
    fields: allFields(classes, ownFields, style),
    style: recordStyle,
    meta,
    node,
  };
  if (form === 'dataclass') checkFields(ev, cls, node);
  const { functions } = ev.activations.at(-1)!;
  for (const [name, value] of known) known.set(name, owned(value, cls, functions));
  if (form === 'enum') makeMembers(ev, cls, known);
  for (const [name, value] of known) callImplicitly(ev, value, '__set_name__', [cls, str(node, name)], node);
  if (keywords?.size || classes.length > 0) tellBases(ev, cls, keywords ?? NO_VALUES);
  if (meta?.kind === 'class') callUnseen(ev, passing(cls), node, meta);
  return cls;
}

/** The name of a base with parameters, such as `Generic[T]`, tells which class it is. */
function withoutParameters(ev: Evaluator, base: Value, frame: Frame): Value {
  const { node } = base;
  if (base.kind !== 'unknown' || node.kind !== 'subscript' || !('name' in node.object)) return base;
  const generic = ev.evaluate(node.object, frame);
  if (generic.kind !== 'reference') return base;
  return { kind: 'reference', name: `${generic.name}.__class_getitem__`, node };
}

/** Whether a base, or one of its own, makes records of the classes that are derived from it. */
const makesRecords = (ev: Evaluator, base: Value): boolean =>
  base.kind === 'class'
    ? base.inherited.some((each) => each.kind === 'reference' && makesRecords(ev, each))
    : base.kind === 'reference' && ev.library.makesRecords?.(base.name) === true;

/** The attributes whose annotations say more than nothing. */
function declaredIn(ev: Evaluator, { body }: ClassDefinition, frame: Frame): ReadonlyMap<string, Value> {
  let all: Map<string, Value> | undefined;
  for (const statement of body) {
    if (statement.kind !== 'assignment' || !statement.annotation) continue;
    const value = ev.library.declared?.(statement.annotation, ev, frame);
    for (const target of statement.targets)
      if (target.kind === 'name' && value) all = put(all, target.name, value);
  }
  return all ?? NO_VALUES;
}

/** Python's method resolution order: each class before its bases, and the bases in the order in which they are written. */
function inOrder(bases: readonly Value[]): readonly Value[] {
  const rows = bases.map((base) => (base.kind === 'class' ? [base, ...base.inherited] : [base]));
  if (rows.length < 2) return rows[0] ?? [];
  rows.push([...bases]);
  const order: Value[] = [];
  for (;;) {
    const remaining = rows.filter((row) => row.length > 0);
    const next = remaining.find(
      ([first]) => !remaining.some((row) => row.slice(1).some((each) => isSameClass(each, first!))),
    )?.[0];
    if (!next) return order;
    order.push(next);
    for (const row of remaining) if (isSameClass(row[0]!, next)) row.shift();
  }
}

const isSameClass = (a: Value, b: Value) =>
  a === b || (a.kind === 'class' && b.kind === 'class' && a.members === b.members);

/** Calls `__init_subclass__` of the bases. */
function tellBases(ev: Evaluator, cls: ClassValue, keywords: ReadonlyMap<string, Value>): void {
  const hook = memberAmong(cls.inherited, '__init_subclass__');
  if (hook?.kind === 'function')
    ev.callFunction(hook, { ...NO_ARGUMENTS, positional: [cls], keywords }, cls.node);
  else for (const value of keywords.values()) letEscape(value, ev.state);
}

/** Marks a member as owned by its class. */
function owned(value: Value, cls: ClassValue, functions: FunctionValue[]): Value {
  if (isProperty(value))
    return {
      ...value,
      given: {
        ...value.given,
        positional: value.given.positional.map((each) => owned(each, cls, functions)),
      },
    };
  if (value.kind !== 'function' || value.owner) return value;
  const method = { ...value, owner: cls };
  const index = functions.findLastIndex(({ definition }) => definition === value.definition);
  if (index >= 0) functions[index] = method;
  return method;
}

/** Bases that change nothing about a class. */
const HARMLESS: ReadonlySet<string> = new Set([
  'builtins.object',
  'typing.NamedTuple',
  'typing.TypedDict',
  'typing.Generic',
  'typing.Protocol',
  'enum.Enum',
  'abc.ABC',
]);

/** Whether a base, or the metaclass behind it, refuses to make objects while a method is abstract. */
const isGuarded = (base: Value): boolean =>
  base.kind === 'class' ? base.isGuarded === true : isReference(base, 'abc.ABC');

/** Whether annotated names of the body are fields. */
const hasFields = (form: ClassValue['form'], bases: readonly Value[]) =>
  form === 'namedtuple'
    ? bases.some((base) => base.kind === 'reference' && base.name === 'typing.NamedTuple')
    : form === 'dataclass' || form === 'typeddict';

/** Whether a class with generated fields declares some of them in a block, which may not run. */
const hasHiddenFields = (form: ClassValue['form'], { body }: ClassDefinition): boolean =>
  form !== 'plain' &&
  form !== 'enum' &&
  body.some(
    (statement) =>
      statement.kind === 'block' &&
      [...walk(statement)].some((each) => each.kind === 'assignment' && each.annotation),
  );

/** Inherited fields come first. */
function allFields(
  bases: readonly ClassValue[],
  own: readonly ClassField[],
  { isMovedLast }: RecordStyle,
): readonly ClassField[] {
  if (bases.length === 0 && own.length === 0) return own;
  const all = new Map<string, ClassField>();
  for (const base of bases.toReversed()) for (const field of base.fields) all.set(field.name, field);
  for (const field of own) {
    if (isMovedLast) all.delete(field.name);
    all.set(field.name, field);
  }
  return [...all.values()];
}

function formOf(bases: readonly Value[]): ClassValue['form'] {
  for (const base of bases) {
    if (base.kind === 'class' && base.form !== 'plain' && base.form !== 'dataclass') return base.form;
    if (base.kind !== 'reference') continue;
    if (/^enum\.(?:(?:Int|Str|Repr)?Enum|(?:Int)?Flag)$/.test(base.name)) return 'enum';
    if (base.name === 'typing.NamedTuple') return 'namedtuple';
    if (base.name === 'typing.TypedDict') return 'typeddict';
  }
  return 'plain';
}

/** The fields that a class's body declares, in order. */
function fieldsOf(
  ev: Evaluator,
  cls: ClassDefinition,
  known: ReadonlyMap<string, Value>,
  inherited: readonly Value[],
  style: RecordStyle,
): ClassField[] {
  let { isByName } = style;
  const named = cls.body.flatMap((statement) => {
    if (statement.kind !== 'assignment') return [];
    const [target] = statement.targets;
    // An annotated name in parentheses is no field.
    if (target?.kind !== 'name' || target.start > statement.start) return [];
    const name = isPrivate(target.name) ? privateName(cls, target.name) : target.name;
    const value = known.get(name) ?? (style.inheritsDefaults ? inheritedDefault(inherited, name) : undefined);
    return [
      { name, value, annotation: statement.annotation, isDeclared: value && style.declaration(value, false) },
    ];
  });
  const takesDeclared =
    style.fields === 'declared' ||
    (style.fields !== 'annotated' && named.some(({ annotation, isDeclared }) => isDeclared && !annotation));
  return named.flatMap(({ name, value, annotation, isDeclared }): ClassField[] => {
    if (takesDeclared ? !isDeclared : !annotation) return [];
    const type = annotation ? ev.tree.text.slice(annotation.start, annotation.end) : '';
    if (/\bClassVar\b/.test(type)) return [];
    if (/\bKW_ONLY\b/.test(type)) {
      isByName = true;
      return [];
    }
    const settings = (value && style.declaration(value, isByName)) ?? {
      default: value,
      factory: undefined,
      given: isByName ? 'by name' : undefined,
    };
    const argument = settings.argument ?? (style.isStripped ? name.replace(/^_+/, '') : name);
    return [{ name, isPassedOn: /\bInitVar\b/.test(type), ...settings, argument }];
  });
}

/** The attribute that a class has from a base, which keeps no more of a declaration than the default. */
function inheritedDefault(inherited: readonly Value[], name: string): Value | undefined {
  const member = memberAmong(inherited, name);
  return member?.kind === 'made' && member.callee === 'dataclasses.field'
    ? member.given.keywords.get('default')
    : member;
}

/** Makes a member of each value in an enum's body. */
function makeMembers(ev: Evaluator, cls: ClassValue, known: Map<string, Value>): void {
  const members: InstanceValue[] = [];
  const values: Value[] = [];
  const mixed = cls.inherited.filter(({ kind }) => kind !== 'class');
  for (const [name, value] of known) {
    const isMember = /^_.*_$/.test(name) || isPrivate(name) ? false : isMemberValue(value);
    if (isMember === false || name.startsWith(`_${cls.name}__`)) continue;
    const given = isMember && (isAuto(value) ? nextValue(ev, cls, name, values, value.node) : value);
    values.push(given || unknown(value.node, 'call'));
    const own = given && mixed.length > 0 && mixed.every(isStr) ? asText(given) : given;
    const same = own && members.map((member) => isSameValue(member.fields.content.known.get('value')!, own));
    const isKept = own && !memberOf(cls, '__new__') && mixed.every((base) => keepsValue(base, own));
    // Two values that may be equal may be one member; a value that may be a descriptor is no member.
    if (!isKept || same!.includes(undefined)) {
      known.set(name, unknown(value.node, 'call'));
      continue;
    }
    const alias = members[same!.indexOf(true)];
    if (alias) {
      known.set(name, alias);
      continue;
    }
    const member: InstanceValue = {
      ...bareObject(ev, cls),
      fields: fields(ev.state, {
        known: new Map([
          ['value', own],
          ['_value_', own],
        ]),
        hasUnknownFields: false,
      }),
      node: value.node,
    };
    members.push(member);
    known.set(name, member);
    callImplicitly(
      ev,
      member,
      '__init__',
      own.kind === 'tuple' && own.elements ? own.elements : [own],
      value.node,
    );
    const after = member.fields.content.known.get('_value_');
    if (after && after !== own) writeField(ev, member.fields, 'value', after);
  }
}

/** Whether two members have equal values; what `functools.partial` gives equals nothing else. */
const isSameValue = (a: Value, b: Value): boolean | undefined =>
  a.kind === 'partial' && b.kind === 'partial' ? a === b : equal(a, b);

/** Whether a value in an enum's body becomes a member. */
function isMemberValue(value: Value): boolean | undefined {
  if (value.kind === 'function' || (value.kind === 'made' && value.callee.startsWith('builtins.')))
    return false;
  return isAuto(value) ||
    !['unknown', 'reference', 'made', 'method', 'class', 'instance', 'oneOf'].includes(value.kind)
    ? true
    : undefined;
}

const isAuto = (value: Value) => value.kind === 'made' && value.callee === 'enum.auto';

/** The value of `enum.auto()` after other values, if it is known. */
function nextValue(
  ev: Evaluator,
  cls: ClassValue,
  name: string,
  before: readonly Value[],
  node: Node,
): Value | undefined {
  const own = memberOf(cls, '_generate_next_value_');
  if (own) return generated(ev, own, name, node);
  if (!hasOnly(cls, NUMBERED)) return hasOnly(cls, NAMED) ? str(node, name.toLowerCase()) : undefined;
  let last = 0n;
  for (const value of before) {
    // Python versions differ in the value after others.
    if (value.kind !== 'int' || value.value === undefined || value.value < last) return undefined;
    last = value.value;
  }
  return int(node, last + 1n);
}

/** What the class's own function makes of a member's name. */
function generated(ev: Evaluator, own: Value, name: string, node: Node): Value | undefined {
  const isStatic = own.kind === 'made' && own.callee === 'builtins.staticmethod';
  const generator = isStatic ? own.given.positional[0] : own;
  const before = unknown(node, 'call');
  return generator?.kind === 'function'
    ? ev.callFunction(generator, passing(str(node, name), int(node, 1n), before, before), node)
    : undefined;
}

/** Whether no code outside of the text, but that of some types, makes an enum's members. */
const hasOnly = ({ inherited }: ClassValue, names: ReadonlySet<string>): boolean =>
  inherited.every((each) => each.kind === 'class' || (each.kind === 'reference' && names.has(each.name)));

/** The type whose enums give their members the names in small letters. */
const NAMED: ReadonlySet<string> = new Set(['enum.StrEnum']);

/** The types whose enums count their members. */
const NUMBERED: ReadonlySet<string> = new Set(['enum.IntEnum', 'builtins.int', 'builtins.str']);

/** A number in an enum of texts, which becomes one. */
const asText = (value: Value): Value =>
  value.kind === 'int' && value.value !== undefined ? str(value.node, String(value.value)) : value;

const isStr = (base: Value): boolean => isReference(base, 'builtins.str');

const isReference = (value: Value, name: string) => value.kind === 'reference' && value.name === name;

/** Whether a type that is mixed into an enum keeps a value unchanged. */
const keepsValue = (base: Value, { kind }: Value): boolean =>
  (kind === 'int' && (isReference(base, 'enum.IntEnum') || isReference(base, 'builtins.int'))) ||
  (kind === 'str' && (isReference(base, 'enum.StrEnum') || isReference(base, 'builtins.str')));

/** Methods with which a named tuple can report something other than its contents. */
const OVER_TUPLE = [...COMPARING, ...LENGTHS, '__add__', '__mul__', '__rmul__', '__getattribute__'];

/** The member of an enum that has a value. */
function memberWith(ev: Evaluator, cls: ClassValue, { positional: [value, ...more], keywords }: Arguments) {
  const isPlain = value && more.length === 0 && keywords.size === 0 && !isRewritten(cls);
  return isPlain
    ? iterate(ev, cls)?.find(
        (each) => each.kind === 'instance' && isSameValue(each.fields.content.known.get('_value_')!, value),
      )
    : undefined;
}

/** An object of a class, as `cls(…)` makes it. */
export function instantiate(ev: Evaluator, cls: ClassValue, given: Arguments, node: Node): Value {
  if (cls.form === 'enum') return memberWith(ev, cls, given) ?? unknown(node, 'call');
  if (isRewritten(cls)) return callUnseen(ev, given, node, cls);
  if (cls.form === 'typeddict') {
    const dict = dictOf(ev, node);
    for (const [name, value] of given.keywords) putEntry(ev, dict, str(node, name), value);
    if (given.hasUnknownArguments || given.positional.length > 0)
      ev.state.write(dict.cell, { known: new Map(), hasUnknownEntries: true });
    return dict;
  }
  if (cls.form === 'namedtuple') {
    if (OVER_TUPLE.some((name) => memberOf(cls, name))) return callUnseen(ev, given, node, cls);
    const maker = memberOf(cls, '__new__');
    const made = maker
      ? ev.call(maker, { ...given, positional: [cls, ...given.positional] }, node)
      : namedTupleOf(ev, cls, given, node);
    const init = memberOf(cls, '__init__');
    if (init) ev.call(init, { ...given, positional: [made, ...given.positional] }, node);
    return made;
  }
  if (isClassOf('dict', cls)) return dictOfClass(ev, cls, given, node);
  if (isClassOf('list', cls)) return listOfClass(ev, cls, given, node);
  return memberOf(cls, '__new__')
    ? callUnseen(ev, given, node, cls)
    : initialized(ev, bareObject(ev, cls), given, node);
}

/** The named tuple that the `__new__` of its base makes. */
export function namedTupleOf(ev: Evaluator, cls: ClassValue, given: Arguments, node: Node): Value {
  const values = fieldValues(ev, cls.fields, given, node);
  const elements = cls.fields.map(({ name }) => values.get(name) ?? unknown(node, 'call'));
  return { ...tupleOf(elements, node), cls };
}

const BASES = {
  dict: ['builtins.dict', 'collections.UserDict'],
  list: ['builtins.list', 'collections.UserList'],
} as const;

/** Whether a class inherits from `dict` or `list`, or from what wraps one, and leaves the storage of its contents to it. */
function isClassOf(type: keyof typeof BASES, { members, inherited }: ClassValue): boolean {
  const bases = BASES[type];
  const own = type === 'dict' ? OF_DICT : OF_LIST;
  const isStorage = (each: Value) => bases.some((base) => isReference(each, base));
  return (
    inherited.some(isStorage) &&
    inherited.every((each) => each.kind === 'class' || isStorage(each)) &&
    [members, ...inherited.flatMap((each) => (each.kind === 'class' ? [each.members] : []))].every(
      ({ content }) => ![...content.known.keys()].some((name) => own.test(name) && !KEPT.has(name)),
    )
  );
}

/** Members that do not affect what a dict or list reports as its contents, or that are followed. */
const KEPT: ReadonlySet<string> = new Set([
  ...[
    '__init__',
    '__missing__',
    '__getattr__',
    '__setattr__',
    '__delattr__',
    '__doc__',
    '__repr__',
    '__str__',
    '__slots__',
  ],
]);

/** `self.__dict__ = self` */
const NAMESPACE = /\b(\w+)\.__dict__\s*=\s*\1\b/;

function dictOfClass(ev: Evaluator, cls: ClassValue, given: Arguments, node: Node): Value {
  const texts = [cls, ...cls.inherited].map(({ node: { start, end } }) => ev.tree.text.slice(start, end));
  const isNamespace = texts.some((text) => NAMESPACE.test(text));
  const object: Value = { ...dictOf(ev, node), isSpecial: true, cls, isNamespace };
  const init = memberOf(cls, '__init__');
  const method: Value = { kind: 'method', object, name: '__init__', node };
  if (init) ev.call(init, { ...given, positional: [object, ...given.positional] }, node);
  else ev.call(method, given, node);
  return object;
}

function listOfClass(ev: Evaluator, cls: ClassValue, given: Arguments, node: Node): Value {
  const object: Value = { ...listOf(ev, [], node), cls };
  const init = memberOf(cls, '__init__');
  const method: Value = { kind: 'method', object, name: '__init__', node };
  if (init) ev.call(init, { ...given, positional: [object, ...given.positional] }, node);
  else ev.call(method, given, node);
  return object;
}

/** A new object, before `__init__`. */
export const bareObject = (ev: Evaluator, cls: ClassValue): InstanceValue => ({
  kind: 'instance',
  cls,
  fields: fields(ev.state, NO_FIELDS),
  node: cls.node,
});

/** An object after `__init__`. */
function initialized(ev: Evaluator, made: InstanceValue, given: Arguments, node: Node): Value {
  const { cls } = made;
  const object = { ...made, node };
  const isForeign = initialize(ev, object, [cls, ...cls.inherited], given, node);
  // A class in unseen code may set attributes of its own.
  if (isForeign) ev.state.write(object.fields, { known: new Map(), hasUnknownFields: true });
  return object;
}

/** Runs the first `__init__` of the inheritance order; true if that one is in unseen code. */
export function initialize(
  ev: Evaluator,
  object: InstanceValue,
  classes: readonly Value[],
  given: Arguments,
  node: Node,
): boolean {
  for (const each of classes) {
    if (each.kind !== 'class') {
      // `super().__init__(…)` is judged as a call of the class.
      if (isInitialization(node)) reach(ev, node, each, given);
      if (ev.library.constructed?.(object, each, given, node, ev)) return false;
      if (callsItself(ev, object.cls)) constructByBase(ev, object, given, node);
      else callUnseen(ev, given, node);
      return true;
    }
    const init = ownMember(each, '__init__');
    if (init?.kind === 'function')
      ev.callFunction(init, { ...given, positional: [object, ...given.positional] }, node);
    else if (init) callUnseen(ev, given, node, object);
    else if (makesInit(each)) fill(ev, object, each, given, node);
    else if (each.members.content.hasUnknownFields) callUnseen(ev, given, node, object);
    else continue;
    return false;
  }
  return false;
}

/** `….__init__(…)` */
const isInitialization = (node: Node): boolean =>
  node.kind === 'call' && node.callee.kind === 'attribute' && node.callee.name === '__init__';

/** Runs the generated `__init__` of a record. */
function fill(
  ev: Evaluator,
  object: InstanceValue,
  { fields, style = dataclassStyle(undefined) }: ClassValue,
  given: Arguments,
  node: Node,
): void {
  if (style.firstOfInit) callImplicitly(ev, object, style.firstOfInit, [], node);
  const hasOthers = isForeign(object.cls);
  // Fields of a base in unseen code come first.
  const isMoved =
    given.positional.length > 0 &&
    object.cls.inherited.some((each) => each.kind !== 'class' && !makesRecords(ev, each));
  const named = isMoved ? { ...given, positional: [], hasUnknownArguments: true } : given;
  const values = fieldValues(
    ev,
    fields,
    named,
    node,
    (field, value) => {
      if (field.isPassedOn) return;
      if (style.isAssigned) setAttribute(ev, object, field.name, value, node);
      else writeField(ev, object.fields, field.name, value);
    },
    object,
  );
  const { content } = object.fields;
  if (hasOthers) ev.state.write(object.fields, { ...content, hasUnknownFields: true });
  for (const { name, validators } of fields)
    for (const each of validators ?? []) {
      const value = values.get(name);
      if (value && each.kind === 'function')
        ev.call(each, passing(object, unknown(node, 'call'), value), node);
    }
  const passedOn = fields
    .filter(({ isPassedOn }) => isPassedOn)
    .map(({ name }) => values.get(name) ?? unknown(node, 'unbound'));
  callImplicitly(ev, object, style.lastOfInit, passedOn, node);
}

/** `dataclasses.replace(object, …)`, which makes a new object. */
export function replaced(
  ev: Evaluator,
  { cls, fields: { content } }: InstanceValue,
  changes: ReadonlyMap<string, Value>,
  node: Node,
): Value | undefined {
  const keywords = new Map(changes);
  for (const { name, given, argument = name, isPassedOn } of cls.fields) {
    if (given === 'never' || isPassedOn || keywords.has(argument)) continue;
    const value = content.known.get(name);
    if (!value || content.unsure?.has(name)) return undefined;
    keywords.set(argument, value);
  }
  if (cls.fields.length === 0) return undefined;
  const given = { ...NO_ARGUMENTS, keywords };
  if (isJudged(ev)) fails(ev, node, callFailure(ev, cls, given));
  return instantiate(ev, cls, given, node);
}

/** The value of each field, in order; `set` gets each one before the next one is made. */
function fieldValues(
  ev: Evaluator,
  fields: readonly ClassField[],
  given: Arguments,
  node: Node,
  set: (field: ClassField, value: Value) => void = () => {},
  object?: InstanceValue,
): Map<string, Value> {
  const values = new Map<string, Value>();
  let next = 0;
  for (const field of fields) {
    const { name, given: how, argument = name } = field;
    const own =
      how === 'never'
        ? undefined
        : ((how === undefined ? given.positional[next++] : undefined) ?? given.keywords.get(argument));
    const found =
      own ??
      (given.hasUnknownArguments && how !== 'never'
        ? unknown(node, 'parameter')
        : defaultOf(ev, field, node, object));
    if (!found) continue;
    const value = converted(ev, field, found, node);
    values.set(name, value);
    set(field, value);
  }
  return values;
}

function defaultOf(
  ev: Evaluator,
  { factory, takesObject, default: value }: ClassField,
  node: Node,
  object: InstanceValue | undefined,
): Value | undefined {
  if (!factory) return value;
  return ev.call(factory, takesObject && object ? passing(object) : NO_ARGUMENTS, node);
}

/** Notes fields of which Python makes no dataclass: one with a default that can change, or one without behind one that has one. */
function checkFields(ev: Evaluator, cls: ClassValue, { body }: ClassDefinition): void {
  // A base from elsewhere may give the default.
  if (!makesInit(cls) || isForeign(cls)) return;
  const { fields: all } = cls;
  const { text } = ev.tree;
  const placeOf = ({ name }: ClassField) =>
    body.find(({ start, end }) => text.slice(start, end).startsWith(`${name}:`));
  const { refusesShared } = cls.style ?? dataclassStyle(undefined);
  const shared =
    refusesShared && all.find((field) => field.default && !field.isPassedOn && isShared(field.default));
  const placeOfShared = shared && placeOf(shared);
  if (placeOfShared && isJudged(ev))
    fails(
      ev,
      placeOfShared,
      refused(
        `All objects would share the default of \`${excerpt(shared.name)}\`. Make one for each: \`field(default_factory=…)\``,
        'ValueError',
      ),
    );
  const given = all.filter((field) => field.given === undefined && !field.isPassedOn);
  const first = given.findIndex(hasDefault);
  const late = first < 0 ? undefined : given.slice(first).find((field) => !hasDefault(field));
  const place = late && placeOf(late);
  if (late && place && isJudged(ev))
    fails(
      ev,
      place,
      refused(
        `\`${excerpt(late.name)}\` has no default, but stands behind \`${excerpt(given[first]!.name)}\`, which has one`,
        'TypeError',
      ),
    );
}

const isShared = (value: Value): boolean =>
  SHARED.has(value.kind) && !(value.kind === 'set' && value.isFrozen);
const SHARED = kinds('list', 'dict', 'set');

const hasDefault = ({ default: value, factory }: ClassField): boolean => (value ?? factory) !== undefined;

/** An object of a class; only the effects of its own code are known. */
export const anyObject = (ev: Evaluator, cls: ClassValue): Value =>
  instantiate(ev, cls, UNKNOWN_ARGUMENTS, cls.definition);
