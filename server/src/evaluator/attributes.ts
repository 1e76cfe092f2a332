import { oncePerName, oncePerWord } from '../basics/once';
import { isOnlyRead } from '../python/attribute-dicts';
import { ATTRIBUTE_ERROR, PERHAPS } from '../python/exceptions';
import { textMatches } from '../python/text-matches';
import type { Attribute, ClassDefinition, FunctionDefinition, Node } from '../python/tree';
import { callUnseen } from './escape';
import type { Evaluator } from './evaluator';
import { entries, letEscape, withField } from './join';
import { converted } from './record-styles';
import { type Cell, Exposure } from './state';
import { letBasesFill, letBasesFillClass } from './unseen-bases';
import {
  type Arguments,
  CACHED,
  CACHED_PROPERTY,
  type ClassValue,
  classOfObject,
  type DictValue,
  entriesOf,
  FIELD,
  type Fields,
  type FunctionValue,
  type InstanceValue,
  isOwnType,
  isProperty,
  kinds,
  type ListValue,
  MANAGER,
  NO_ARGUMENTS,
  none,
  passing,
  str,
  type TupleValue,
  unknown,
  type Value,
} from './value';

/** The attribute's name after Python's name mangling: a private name gets the name of its class in front. */
export function attributeName(node: Attribute): string {
  if (!isPrivate(node.name)) return node.name;
  let at: Node | undefined = node.parent;
  while (at && at.kind !== 'class') at = at.parent;
  return at ? privateName(at, node.name) : node.name;
}

export const isPrivate = (name: string) => name.startsWith('__') && !name.endsWith('__');
export const privateName = (cls: ClassDefinition, name: string) => `_${cls.name.replace(/^_+/, '')}${name}`;

/** The dotted name of a member: the same string each time, which makes it fast to look up. */
export const memberNamed = oncePerName((owner) => oncePerWord((name) => `${owner}.${name}`));

/** `object.name` */
export function attributeOf(ev: Evaluator, object: Value, name: string, node: Node): Value {
  switch (object.kind) {
    case 'reference':
      return name === '__name__' && isOwnType(object)
        ? str(node, object.name.slice('builtins.'.length))
        : ev.refer(memberNamed(object.name)(name), node);
    case 'oneOf':
      return ev.library.sharesMethod?.(object.options, name)
        ? { kind: 'method', object, name, node }
        : attributeOfAny(ev, object.options, name, node);
    case 'instance': {
      const found = attributeOfInstance(ev, object, name, node);
      if (found.kind !== 'unknown') return found;
      if (ASSERTION.test(name) && isForeign(object.cls))
        return { kind: 'reference', name: `unittest.TestCase.${name}`, node };
      return (
        declaredAttribute(object, name) ??
        attributeOfBase(ev, object, name, node) ??
        calledMethodOfBase(object, name, node) ??
        found
      );
    }
    case 'class':
      return attributeOfClass(ev, object, name, node);
    case 'super': {
      const found = memberBehind(object, name);
      if (found) return bound(ev, found, object.self, node);
      return (
        inheritedAttribute(ev, classesBehind(object), name, node) ?? { kind: 'method', object, name, node }
      );
    }
    case 'tuple':
      return attributeOfTuple(ev, object, name, node);
    case 'dict': {
      if (object.form !== undefined)
        return ev.library.attribute(object, name, node, ev) ?? unknown(node, 'unbound');
      const own = object.cls && attributeOfDict(ev, object, object.cls, name, node);
      if (own) return own;
      return methodOf(object, name, node);
    }
    case 'list':
      return (
        (object.cls && attributeOfList(ev, object, object.cls, name, node)) ?? methodOf(object, name, node)
      );
    case 'set':
    case 'str':
    case 'bytes':
    case 'iterator':
    case 'range':
    case 'view':
    case 'int':
    case 'float':
      return methodOf(object, name, node);
    case 'external':
      if (object.isSequence) return methodOf(object, name, node);
      return ev.library.attribute(object, name, node, ev) ?? { kind: 'method', object, name, node };
    case 'made':
      if (object.callee === FIELD) return object.given.keywords.get(name) ?? unknown(node, 'call');
      return ev.library.attribute(object, name, node, ev) ?? { kind: 'method', object, name, node };
    case 'unknown':
    case 'method':
      return ev.library.attribute(object, name, node, ev) ?? unknown(node, 'call');
    case 'function':
    case 'partial':
    case 'coroutine':
      if (name === '__name__' && isPlainlyNamed(ev, object)) return str(node, object.definition.name);
      return DESCRIPTIVE.has(name)
        ? unknown(node, 'call')
        : (ev.library.attribute(object, name, node, ev) ?? callUnseen(ev, NO_ARGUMENTS, node, object));
    default:
      return unknown(node, 'call');
  }
}

/** Which of several objects there is may decide on what is read of it. */
const attributeOfAny = (ev: Evaluator, options: readonly Value[], name: string, node: Node): Value =>
  options
    .map((option) => ev.catching(PERHAPS, () => attributeOf(ev, option, name, node)))
    .reduce((a, b) => ev.join(a, b));

/** The methods of a test that only compare. */
const ASSERTION = /^assert(?!Raises|Warns|Logs|NoLogs)[A-Z]/;

/** Attributes of functions that give no way to call them. */
const DESCRIPTIVE: ReadonlySet<string> = new Set(['__name__', '__qualname__', '__module__', '__doc__']);

/** Whether a function has the name of its definition. */
const isPlainlyNamed = (
  { tree }: Evaluator,
  object: Value,
): object is FunctionValue & { readonly definition: FunctionDefinition } =>
  object.kind === 'function' &&
  object.definition.kind === 'function' &&
  object.definition.decorators.every(({ start, end }) => !/\bwraps\b/.test(tree.text.slice(start, end))) &&
  !RENAMES.some((all) => all.every((words) => textMatches(tree, words)));

/** Code that may give functions other names: texts that have all words of one of these. */
const RENAMES: readonly (readonly RegExp[])[] = [
  [/__name__\s*=[^=]|\bupdate_wrapper\b|(?<!@[\w.]*)\bwraps\(/],
  [/setattr/, /["']__name__["']|\bWRAPPER_ASSIGNMENTS\b|\bdir\(|\bgetmembers\b/],
];

/** Attributes of Python's own objects that are no methods. */
const DATA: ReadonlySet<string> = new Set([
  ...['__class__', '__dict__', '__doc__', '__hash__'],
  ...['real', 'imag', 'numerator', 'denominator', 'start', 'stop', 'step'],
  ...['default_factory', 'mapping', 'gi_code', 'gi_frame', 'gi_running', 'gi_yieldfrom'],
]);

const methodOf = (object: Value, name: string, node: Node): Value =>
  DATA.has(name) ? unknown(node, 'call') : { kind: 'method', object, name, node };

function attributeOfTuple(ev: Evaluator, object: TupleValue, name: string, node: Node): Value {
  const { cls } = object;
  if (cls && name === '__class__') return cls;
  const index = cls?.fields.findIndex((field) => field.name === name) ?? -1;
  if (index >= 0) return object.elements?.[index] ?? unknown(node, 'call');
  const member = cls && memberOf(cls, name);
  if (member) return bound(ev, member, object, node);
  const fieldNames = cls && namesOfFields(cls, name, node);
  if (fieldNames) return fieldNames;
  const isOther = cls && takesAttributes(cls) && !OF_NAMED_TUPLE.has(name);
  return isOther ? unknown(node, 'call') : methodOf(object, name, node);
}

/** `_fields` of a named tuple or its class. */
const namesOfFields = ({ form, fields }: ClassValue, name: string, node: Node): Value | undefined =>
  name === '_fields' && form === 'namedtuple'
    ? { kind: 'tuple', elements: fields.map((field) => str(node, field.name)), node }
    : undefined;

/** Whether objects of a class, which is derived from a named tuple, can get attributes beside its fields. */
export const takesAttributes = (cls: ClassValue): boolean =>
  cls.inherited.some(({ kind }) => kind === 'class');

const OF_NAMED_TUPLE: ReadonlySet<string> = new Set(['_asdict', '_make', '_replace', 'count', 'index']);

/** An attribute of an object of a subclass of `dict`, unless `dict` itself has it. */
function attributeOfDict(
  ev: Evaluator,
  object: DictValue,
  cls: ClassValue,
  name: string,
  node: Node,
): Value | undefined {
  const own = object.isNamespace ? object.cell.content.known.get(`s${name}`)?.value : undefined;
  if (own) return own;
  const member = memberOf(cls, name);
  if (member) return bound(ev, member, object, node);
  if (OF_DICT.test(name)) return undefined;
  if (name === 'data' && isWrapper(cls)) return { kind: 'dict', cell: object.cell, node };
  const getter = memberOf(cls, '__getattr__');
  const given = passing(object, str(node, name));
  if (getter && !object.isNamespace) return ev.call(getter, given, node);
  return unknown(node, 'call');
}

/** An attribute of an object of a subclass of `list`, unless `list` itself has it. */
function attributeOfList(
  ev: Evaluator,
  object: ListValue,
  cls: ClassValue,
  name: string,
  node: Node,
): Value | undefined {
  const member = memberOf(cls, name);
  if (member) return bound(ev, member, object, node);
  if (name === 'data' && isWrapper(cls)) return { kind: 'list', cell: object.cell, node };
  return OF_LIST.test(name) ? undefined : unknown(node, 'call');
}

const WRAPPERS: ReadonlySet<string> = new Set(['collections.UserDict', 'collections.UserList']);

/** Whether objects of a class hold a dict or a list, as `data`, and are none. */
export const isWrapper = ({ inherited }: ClassValue): boolean =>
  inherited.some((each) => each.kind === 'reference' && WRAPPERS.has(each.name));

/** Names of the members of `list` itself. */
export const OF_LIST = /^(?:append|clear|copy|count|extend|index|insert|pop|remove|reverse|sort|__\w+__)$/;

/** Names of the members of `dict` itself. */
export const OF_DICT =
  /^(?:clear|copy|fromkeys|get|items|keys|pop|popitem|setdefault|update|values|__\w+__)$/;

type SuperValue = Extract<Value, { kind: 'super' }>;

/** An attribute of `super()`: the search in the inheritance order starts after the class that contains the call. */
const memberBehind = (object: SuperValue, name: string): Value | undefined =>
  memberAmong(classesBehind(object), name);

export function classesBehind({ cls, self }: SuperValue): readonly Value[] {
  const { members, inherited } = self.kind === 'instance' ? self.cls : self.kind === 'class' ? self : cls;
  if (members === cls.members) return inherited;
  const at = inherited.findIndex((each) => each.kind === 'class' && each.members === cls.members);
  return at < 0 ? [unknown(cls.node, 'call')] : inherited.slice(at + 1);
}

function attributeOfInstance(
  ev: Evaluator,
  object: Extract<Value, { kind: 'instance' }>,
  name: string,
  node: Node,
): Value {
  const { cls } = object;
  // Code that gets one of these attributes can change the object arbitrarily.
  if (name === '__dict__' || isOpaque(cls))
    return (
      (name === '__dict__' && !isOpaque(cls) && attributesAsDict(ev, object, node)) ||
      callUnseen(ev, NO_ARGUMENTS, node, object)
    );
  if (name === '__class__') return cls;
  const member = memberOf(cls, name);
  const { known, hasUnknownFields, unsure } = object.fields.content;
  const own = known.get(name);
  if (member && isDescriptor(member)) {
    const isAlone = !memberOf(member.cls, '__set__') && !memberOf(member.cls, '__delete__');
    if (isAlone && own && !unsure?.has(name)) return own;
    const getter = memberOf(member.cls, '__get__');
    if (getter?.kind !== 'function' || (isAlone && (own || hasUnknownFields)))
      return callUnseen(ev, NO_ARGUMENTS, node, object, member);
    return ev.callFunction(getter, passing(member, object, cls), node);
  }
  if (member?.kind === 'made' && member.callee === 'builtins.property') {
    const [getter] = member.given.positional;
    return getter?.kind === 'function'
      ? ev.callFunction(getter, passing(object), node)
      : callUnseen(ev, NO_ARGUMENTS, node, object, member);
  }
  if (own && member && unsure?.has(name)) {
    // The attribute may be the one of the class instead.
    for (const each of [own, member]) letEscape(each, ev.state);
    return (isProperty(member) && ev.library.anyLike?.(own, node)) || unknown(node, 'branch');
  }
  if (own) return own;
  if (object.cls.form === 'enum' && name === 'name') {
    const entry = [...object.cls.members.content.known].find(
      ([, value]) => value.kind === 'instance' && value.fields === object.fields,
    );
    if (entry) return str(node, entry[0]);
  }
  if (!member && name === '__setattr__' && !isForeign(cls)) return partial(settingOf(node), object, node);
  if (!member) {
    const ask = () => callImplicitly(ev, object, '__getattr__', [str(node, name)], node);
    if (!hasUnknownFields) return ask() ?? unknown(node, 'call');
    // The object may have the attribute, so that it is not asked for it.
    const mayAsk = isRewritten(cls) || memberOf(cls, '__getattr__') !== undefined;
    if (mayAsk) ev.state.branch([() => letEscape(ask() ?? unknown(node, 'call'), ev.state), () => {}]);
    return unknown(node, 'call');
  }
  // A call of this unknown member gets the object.
  if (member.kind === 'unknown' && member.why !== 'changed')
    return callUnseen(ev, NO_ARGUMENTS, node, object);
  if (member.kind === 'made' && member.callee === CACHED_PROPERTY)
    return cachedAttribute(ev, object, name, member, node);
  if (hasUnknownFields && member.kind !== 'function' && member.kind !== 'made') {
    letEscape(member, ev.state);
    return unknown(node, 'call');
  }
  return bound(ev, member, object, node);
}

/** The attributes of an object as a dict, where nothing can change it, if they are all known. */
export function attributesAsDict(
  ev: Evaluator,
  { cls, fields: { content } }: InstanceValue,
  node: Node,
): Value | undefined {
  if (!isOnlyRead(node) || isForeign(cls) || content.hasUnknownFields || content.unsure) return undefined;
  const known = new Map(
    [...content.known].map(([name, value]) => [`s${name}`, { key: str(node, name), value }]),
  );
  return { kind: 'dict', cell: entries(ev.state, { known, hasUnknownEntries: false }), node };
}

/** An attribute of which only an annotation in the class says something. */
function declaredAttribute({ cls }: InstanceValue, name: string): Value | undefined {
  for (const each of [cls, ...cls.inherited]) {
    const declared = each.kind === 'class' && each.declared?.get(name);
    if (declared) return declared;
  }
  return undefined;
}

/** An attribute of an object that a base from elsewhere gives it. */
function attributeOfBase(ev: Evaluator, object: InstanceValue, name: string, node: Node): Value | undefined {
  const { cls, fields } = object;
  if (fields.content.known.has(name)) return undefined;
  return inheritedAttribute(ev, [cls, ...cls.inherited], name, node, object);
}

const isCalled = (node: Node): boolean => node.parent?.kind === 'call' && node.parent.callee === node;

/** What is called on an object and no class of the program defines: a base has it, or a class that is derived from a mixin. */
const calledMethodOfBase = (object: InstanceValue, name: string, node: Node): Value | undefined =>
  isCalled(node) &&
  (isForeign(object.cls) || object.node === object.cls.definition) &&
  !isOpaque(object.cls) &&
  !memberOf(object.cls, name) &&
  !object.fields.content.known.has(name)
    ? { kind: 'method', object, name, node }
    : undefined;

/** An attribute that no class of the program defines, from the first base from elsewhere. */
function inheritedAttribute(
  ev: Evaluator,
  classes: readonly Value[],
  name: string,
  node: Node,
  object?: InstanceValue,
): Value | undefined {
  const base = classes.find((each) => each.kind !== 'class' || each.members.content.known.has(name));
  return base?.kind === 'reference' ? ev.library.inherited?.(base.name, name, object, node, ev) : undefined;
}

/** The value of a method that runs once for each object. */
function cachedAttribute(
  ev: Evaluator,
  object: InstanceValue,
  name: string,
  { given }: Extract<Value, { kind: 'made' }>,
  node: Node,
): Value {
  const [method] = given.positional;
  if (method?.kind !== 'function') return callUnseen(ev, NO_ARGUMENTS, node, object);
  const run = () => ev.callFunction(method, passing(object), node);
  if (!object.fields.content.hasUnknownFields) {
    const value = run();
    writeField(ev, object.fields, name, value);
    return value;
  }
  let made: Value | undefined;
  const runNow = () => {
    made = ev.try(run);
    letEscape(made, ev.state);
  };
  // It may have run before, with other values around it.
  ev.state.branch([runNow, () => {}]);
  return (made && ev.library.anyLike?.(made, node)) ?? unknown(node, 'call');
}

function attributeOfClass(ev: Evaluator, cls: ClassValue, name: string, node: Node): Value {
  // A metaclass may change what its attributes are.
  if (isRewritten(cls)) return callUnseen(ev, NO_ARGUMENTS, node, cls);
  const member = memberOf(cls, name);
  if (!member && name === '__setattr__' && !isForeign(cls)) return settingOf(node);
  if (!member && name === '__name__') return str(node, cls.name);
  if (!member && isCalled(node)) letBasesFillClass(ev, cls);
  if (!member) return namesOfFields(cls, name, node) ?? unknown(node, 'call');
  if (isDescriptor(member)) {
    const getter = memberOf(member.cls, '__get__');
    return getter?.kind === 'function'
      ? ev.callFunction(getter, passing(member, none(node), cls), node)
      : callUnseen(ev, NO_ARGUMENTS, node, cls, member);
  }
  return bound(ev, member, cls, node);
}

/** Whether a class member is a descriptor, which decides itself what the attribute gives. */
const isDescriptor = (member: Value): member is InstanceValue =>
  member.kind === 'instance' && ['__get__', '__set__'].some((name) => memberOf(member.cls, name));

/** Python's class of templates with `$`. */
export const TEMPLATE = 'string.Template';

/** A member of a class, as one of its objects or the class itself has it. */
function bound(ev: Evaluator, member: Value, self: Value, node: Node): Value {
  const isObject = self.kind !== 'class';
  if (member.kind === 'made') {
    const [callee] = member.given.positional;
    if (member.callee === 'builtins.staticmethod' && callee) return callee;
    if (member.callee === 'builtins.classmethod' && callee) return partial(callee, classOf(self), node);
    if (member.callee === 'builtins.property' && callee?.kind === 'function' && isObject)
      return ev.callFunction(callee, passing(self), node);
    if (member.callee === CACHED || member.callee === MANAGER)
      return isObject ? partial(member, self, node) : member;
    if (isProperty(member) && !isObject) return member;
    return member.callee.startsWith('builtins.') || member.callee === CACHED_PROPERTY
      ? callUnseen(ev, NO_ARGUMENTS, node, self, member)
      : member;
  }
  if (member.kind === 'oneOf')
    return member.options.map((option) => bound(ev, option, self, node)).reduce((a, b) => ev.join(a, b));
  if (member.kind === 'reference' && isObject && member.name.startsWith(`${TEMPLATE}.`))
    return partial(member, self, node);
  if (member.kind !== 'function') return member;
  const { definition } = member;
  if (definition.kind === 'function' && CLASS_METHODS.has(definition.name))
    return partial(member, classOf(self), node);
  return isObject && !(definition.kind === 'function' && definition.name === '__new__')
    ? partial(member, self, node)
    : member;
}

/** Methods that are class methods without a decorator. */
const CLASS_METHODS: ReadonlySet<string> = new Set(['__init_subclass__', '__class_getitem__']);

const classOf = (self: Value): Value => classOfObject(self) ?? self;

const partial = (callee: Value, first: Value, node: Node): Value => ({
  kind: 'partial',
  callee,
  given: passing(first),
  node,
});

/** The member that a class or its bases in this file define, unless a base in unseen code may define it. */
export function memberOf(cls: ClassValue, name: string): Value | undefined {
  const own = ownMember(cls, name);
  return own || cls.members.content.hasUnknownFields ? own : memberAmong(cls.inherited, name);
}

export function memberAmong(classes: readonly Value[], name: string): Value | undefined {
  for (const each of classes) {
    if (each.kind !== 'class') return undefined;
    const found = ownMember(each, name);
    // The class has a generated member, or its members are not all known.
    if (found || (name === '__init__' && makesInit(each)) || each.members.content.hasUnknownFields)
      return found;
  }
  return undefined;
}

/** Whether a class has an `__init__` that is made of its fields. */
export const makesInit = ({ form, style }: ClassValue): boolean =>
  form === 'dataclass' && style?.hasInit !== false;

/** The member that a class itself defines, without its bases. */
export function ownMember({ members: { content } }: ClassValue, name: string): Value | undefined {
  const found = content.known.get(name);
  // It may be missing here, and then a base may define it.
  return found && content.unsure?.has(name) ? unknown(found.node, 'branch') : found;
}

/** Whether a class may have members that are not known from the file. */
export const isForeign = (cls: ClassValue): boolean =>
  isRewritten(cls) || cls.inherited.some(({ kind }) => kind !== 'class');

/**
 * Whether a metaclass or unseen code may have replaced methods of a class: then it is unknown what runs when its objects
 * are made or used.
 */
export const isRewritten = (cls: ClassValue): boolean =>
  hasUnknownMembers(cls) || cls.inherited.some(hasUnknownMembers);

const hasUnknownMembers = (cls: Value): boolean =>
  cls.kind === 'class' && (cls.members.content.hasUnknownFields || cls.members.exposure === Exposure.Changed);

/** Whether an attribute lookup may run arbitrary code. */
const isOpaque = (cls: ClassValue): boolean =>
  isRewritten(cls) || memberOf(cls, '__getattribute__') !== undefined;

/** Methods that code of Python's own calls where an object is used as a container, a text or a condition. */
const USED: ReadonlySet<string> = new Set([
  ...[
    '__bool__',
    '__contains__',
    '__delitem__',
    '__getitem__',
    '__iter__',
    '__len__',
    '__setitem__',
    '__str__',
  ],
]);

/** Calls a method that Python calls implicitly, such as `__len__`, if the object's class has it. */
export function callImplicitly(
  ev: Evaluator,
  object: Value,
  name: string,
  positional: readonly Value[],
  node: Node,
): Value | undefined {
  if (object.kind !== 'instance') return undefined;
  if (isRewritten(object.cls)) return callUnseen(ev, passing(...positional), node, object);
  const member = memberOf(object.cls, name);
  if (!member && USED.has(name)) letBasesFill(ev, object);
  if (!member) return undefined;
  return member.kind === 'function'
    ? ev.callFunction(member, passing(object, ...positional), node)
    : callUnseen(ev, passing(...positional), node, object, member);
}

/** `object.name = value`, or the same past the `__setattr__` of a library's class. */
export function setAttribute(
  ev: Evaluator,
  object: Value,
  name: string,
  value: Value,
  node: Node,
  isDirect = false,
): void {
  switch (object.kind) {
    case 'instance': {
      if (!callImplicitly(ev, object, '__setattr__', [str(node, name), value], node))
        store(ev, object, name, value, node);
      return;
    }
    case 'class':
      writeField(ev, object.members, name, value);
      return;
    case 'dict': {
      const setter = object.cls && memberOf(object.cls, '__setattr__');
      const given = passing(str(node, name), value);
      if (name === '__dict__' && value.kind === 'dict' && value.cell === object.cell) return;
      if (setter) ev.call(setter, { ...given, positional: [object, ...given.positional] }, node);
      else if (object.isNamespace)
        ev.call({ kind: 'method', object, name: '__setitem__', node }, given, node);
      else for (const each of [value, object]) letEscape(each, ev.state);
      return;
    }
    default:
      if (ev.library.setAttribute?.(object, name, value, node, ev, isDirect)) return;
      letEscape(value, ev.state);
      letEscape(object, ev.state);
  }
}

/** `del object.name` */
export function deleteAttribute({ state }: Evaluator, object: Value): void {
  letEscape(object, state);
  // A base may define the deleted member, too.
  if (object.kind === 'class') state.expose(object.members);
}

/** `object.__dict__.update(…)` */
export function setAttributes(ev: Evaluator, object: InstanceValue, given: Arguments, node: Node): void {
  const [from, ...more] = given.positional;
  const entries = from?.kind === 'dict' ? entriesOf(from) : from ? undefined : [];
  const all = [
    ...(entries ?? []).map(({ key, value }) => [key.kind === 'str' ? key.value : undefined, value] as const),
    ...given.keywords,
  ];
  const isKnown =
    entries && more.length === 0 && !given.hasUnknownArguments && all.every(([name]) => name !== undefined);
  if (!isKnown) return void callUnseen(ev, given, node, object);
  for (const [name, value] of all) assign(ev, object, name!, value);
}

/** The `__setattr__` that a class inherits from `object`. */
const settingOf = (node: Node): Value => ({ kind: 'reference', name: 'builtins.object.__setattr__', node });

/** `object.__setattr__(name, value)` */
export function store(ev: Evaluator, object: InstanceValue, name: string, value: Value, node: Node): void {
  const member = memberOf(object.cls, name);
  const own = member && isDescriptor(member) ? memberOf(member.cls, '__set__') : undefined;
  if (member && own?.kind === 'function') {
    ev.callFunction(own, passing(member, object, value), node);
    return;
  }
  // From now on, its methods are those of another class.
  if (name === '__class__') ev.state.expose(object.cls.members);
  if (name === '__dict__' || name === '__class__' || (member && isDescriptor(member))) {
    callUnseen(ev, NO_ARGUMENTS, node, object, value, ...(member ? [member] : []));
    return;
  }
  if (member?.kind === 'made' && member.callee === 'builtins.property') {
    const [, setter] = member.given.positional;
    if (setter?.kind === 'function') ev.callFunction(setter, passing(object, value), node);
    else callUnseen(ev, NO_ARGUMENTS, node, object, value, member);
    return;
  }
  // A descriptor of the class may decide what is stored.
  if (member?.kind === 'unknown') return void callUnseen(ev, NO_ARGUMENTS, node, object, value);
  const field = object.cls.fields.find((each) => each.name === name && each.assigned);
  if (field?.assigned === 'unknown') return void callUnseen(ev, NO_ARGUMENTS, node, object, value);
  assign(ev, object, name, field ? converted(ev, field, value, node) : value);
}

function assign(ev: Evaluator, object: InstanceValue, name: string, value: Value): void {
  writeField(ev, object.fields, name, value);
  ev.library.assigned?.(object, name, value);
}

/** `hasattr(object, name)`, which performs the lookup. */
export function hasAttribute(
  ev: Evaluator,
  object: InstanceValue,
  name: string | undefined,
  node: Node,
): boolean | undefined {
  if (name === undefined) return void callUnseen(ev, NO_ARGUMENTS, node, object);
  const { cls, fields } = object;
  const { known, unsure } = fields.content;
  const member = memberOf(cls, name);
  const isPlain = !member || member.kind === 'function' || CONSTANT.has(member.kind);
  if (isPlain && !isOpaque(cls)) {
    if (member || (known.has(name) && !unsure?.has(name))) return true;
    if (lacksAttribute(object, name)) return false;
  }
  // Of a property that raises the exception, there is no attribute.
  ev.tried++;
  letEscape(
    ev.catching(ATTRIBUTE_ERROR, () => attributeOfInstance(ev, object, name, node)),
    ev.state,
  );
  return undefined;
}

/** Whether an object or a class of the program certainly has no attribute of this name. */
export function lacksAttribute(object: Value, name: string): boolean {
  if (object.kind !== 'instance' && object.kind !== 'class') return false;
  const cls = object.kind === 'class' ? object : object.cls;
  if (name.startsWith('__') || cls.form !== 'plain' || isForeign(cls) || memberOf(cls, name)) return false;
  if (object.kind === 'class') return true;
  const { known, hasUnknownFields } = object.fields.content;
  return !hasUnknownFields && !known.has(name) && !isOpaque(cls) && !memberOf(cls, '__getattr__');
}

const CONSTANT = kinds('none', 'bool', 'int', 'float', 'str');

export const writeField = (ev: Evaluator, cell: Cell<Fields>, name: string, value: Value): void =>
  ev.state.write(cell, withField(cell.content, name, value));
