import type { ClassDefinition, Node, Statement } from '../../python/tree';
import { attributeOf, memberOf } from './attributes';
import { dictOf, putEntry, tupleOf } from './containers';
import { unseen } from './escape';
import type { Evaluator } from './evaluator';
import { fields } from './join';
import {
  ANYTHING,
  type ClassField,
  type ClassValue,
  equal,
  type Frame,
  type FunctionValue,
  type Given,
  type InstanceValue,
  int,
  NOTHING,
  str,
  unknown,
  type Value,
} from './value';

/** A class as it is defined: its body runs at once. */
export function defineClass(
  ev: Evaluator,
  node: ClassDefinition,
  isDataclass: boolean,
  frame: Frame,
): ClassValue {
  const bases = node.arguments.flatMap(({ kind, value }) => {
    const base = ev.evaluate(value, frame);
    return kind === 'positional' ? [base] : kind === 'keyword' ? [] : [unknown(value, 'call')];
  });
  const hasMeta = node.arguments.some(({ kind, name }) => kind === 'keyword' && name === 'metaclass');
  const inner = ev.frame(node, frame.isClass ? frame.around! : frame);
  ev.run(node.body, inner);
  const known = new Map<string, Value>();
  for (const [name, { content }] of inner.variables) if (content) known.set(name, content);
  const form = isDataclass ? 'dataclass' : formOf(bases);
  const own = form === 'enum' ? fieldsOf(ev, node, new Map()) : fieldsOf(ev, node, known);
  const inherited = bases.flatMap((base) => (base.kind === 'class' ? base.fields : []));
  const cls: ClassValue = {
    kind: 'class',
    name: node.name,
    definition: node,
    members: fields(ev.state, { known, isOpen: hasMeta }),
    bases: bases.filter((base) => !(base.kind === 'reference' && HARMLESS.has(base.name))),
    form,
    fields: [...inherited.filter(({ name }) => !own.some((field) => field.name === name)), ...own],
    node,
  };
  const { functions } = ev.activations.at(-1)!;
  for (const [name, value] of known) known.set(name, owned(value, cls, functions));
  if (form === 'enum') makeMembers(ev, cls, known);
  return cls;
}

/** A member that knows its class. */
function owned(value: Value, cls: ClassValue, functions: FunctionValue[]): Value {
  if (value.kind === 'made' && value.by === 'builtins.property')
    return {
      ...value,
      given: {
        ...value.given,
        positional: value.given.positional.map((each) => owned(each, cls, functions)),
      },
    };
  if (value.kind !== 'function' || value.owner) return value;
  const method = { ...value, owner: cls };
  const index = functions.findIndex(({ definition }) => definition === value.definition);
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
  'enum.IntEnum',
  'enum.StrEnum',
  'abc.ABC',
]);

function formOf(bases: readonly Value[]): ClassValue['form'] {
  for (const base of bases) {
    if (base.kind === 'class' && base.form !== 'plain') return base.form;
    if (base.kind !== 'reference') continue;
    if (/^enum\.(?:Int|Str)?Enum$/.test(base.name)) return 'enum';
    if (base.name === 'typing.NamedTuple') return 'namedtuple';
    if (base.name === 'typing.TypedDict') return 'typeddict';
  }
  return 'plain';
}

/** Annotated names of a class's body, in order. */
function fieldsOf(ev: Evaluator, { body }: ClassDefinition, known: ReadonlyMap<string, Value>): ClassField[] {
  return body.flatMap((statement: Statement): ClassField[] => {
    if (statement.kind !== 'assignment' || !statement.annotation) return [];
    const [target] = statement.targets;
    if (target?.kind !== 'name') return [];
    const annotation = ev.tree.text.slice(statement.annotation.start, statement.annotation.end);
    if (/\bClassVar\b/.test(annotation)) return [];
    const value = statement.value && known.get(target.name);
    const isField = value?.kind === 'made' && value.by === 'dataclasses.field';
    if (isField && value.given.keywords.get('init')?.kind === 'bool') return [];
    return [
      {
        name: target.name,
        default: isField ? value.given.keywords.get('default') : value,
        factory: isField ? value.given.keywords.get('default_factory') : undefined,
      },
    ];
  });
}

/** Each value of an enum's body becomes an object of it. */
function makeMembers(ev: Evaluator, cls: ClassValue, known: Map<string, Value>): void {
  let last = 0n;
  const members: InstanceValue[] = [];
  for (const [name, value] of known) {
    if (
      name.startsWith('_') ||
      value.kind === 'function' ||
      value.kind === 'class' ||
      (value.kind === 'made' && value.by.startsWith('builtins.'))
    )
      continue;
    const isAuto = value.kind === 'made' && value.by === 'enum.auto';
    const own = isAuto ? int(value.node, last + 1n) : value;
    const same = members.map((member) => equal(member.fields.content.known.get('value')!, own));
    const alias = members[same.indexOf(true)];
    if (alias) {
      known.set(name, alias);
      continue;
    }
    // Two that may be equal may be one member.
    if (same.includes(undefined)) {
      known.set(name, unknown(value.node, 'call'));
      continue;
    }
    if (own.kind === 'int' && own.value !== undefined) last = own.value;
    const member: InstanceValue = {
      kind: 'instance',
      cls,
      fields: fields(ev.state, {
        known: new Map([
          ['value', own],
          ['_value_', own],
        ]),
        isOpen: false,
      }),
      node: value.node,
    };
    members.push(member);
    known.set(name, member);
  }
}

/** An object of a class, as `cls(…)` makes it. */
export function instantiate(ev: Evaluator, cls: ClassValue, given: Given, node: Node): Value {
  if (cls.form === 'enum') return unknown(node, 'call');
  if (cls.form === 'typeddict') {
    const dict = dictOf(ev, node);
    for (const [name, value] of given.keywords) putEntry(ev, dict, str(node, name), value);
    if (given.isOpen || given.positional.length > 0)
      ev.state.write(dict.cell, { known: new Map(), isOpen: true });
    return dict;
  }
  if (cls.form === 'namedtuple') {
    const values = fieldValues(ev, cls, given, node);
    return {
      ...tupleOf(
        cls.fields.map(({ name }) => values.get(name) ?? unknown(node, 'call')),
        node,
      ),
      cls,
    };
  }
  const isForeign = cls.bases.some((base) => base.kind !== 'class' || isForeignClass(base));
  const object: InstanceValue = {
    kind: 'instance',
    cls,
    fields: fields(ev.state, { known: new Map(), isOpen: cls.members.content.isOpen }),
    node,
  };
  if (memberOf(cls, '__new__') || cls.members.content.isOpen) {
    unseen(ev, given, node);
    return unknown(node, 'call');
  }
  const init = memberOf(cls, '__init__');
  if (init) {
    const bound = attributeOf(ev, object, '__init__', node);
    if (bound.kind === 'partial')
      ev.call(
        bound.callee,
        { ...given, positional: [object, ...given.positional] },
        node.kind === 'call' ? init.node : node,
      );
    else unseen(ev, given, node, object);
    return object;
  }
  if (cls.form === 'dataclass') {
    ev.state.write(object.fields, { known: fieldValues(ev, cls, given, node), isOpen: isForeign });
    const after = memberOf(cls, '__post_init__');
    if (after?.kind === 'function') ev.callFunction(after, { ...NOTHING, positional: [object] }, node);
    return object;
  }
  if (isForeign) {
    unseen(ev, given, node);
    ev.state.write(object.fields, { known: new Map(), isOpen: true });
  }
  return object;
}

const isForeignClass = (cls: ClassValue): boolean =>
  cls.bases.some((base) => base.kind !== 'class' || isForeignClass(base));

function fieldValues(ev: Evaluator, cls: ClassValue, given: Given, node: Node): Map<string, Value> {
  const values = new Map<string, Value>();
  for (const [i, { name, default: value, factory }] of cls.fields.entries()) {
    const own = given.positional[i] ?? given.keywords.get(name);
    if (own) values.set(name, own);
    else if (given.isOpen) values.set(name, unknown(node, 'parameter'));
    else if (factory) values.set(name, ev.call(factory, NOTHING, node));
    else if (value) values.set(name, value);
  }
  return values;
}

/** An object of a class of which nothing is known but what its own code does. */
export const anyObject = (ev: Evaluator, cls: ClassValue): Value =>
  instantiate(ev, cls, ANYTHING, cls.definition);
