// Objects of the program's classes that are derived from a table, a feature or an optimizer of the library: each stands for
// the object that `super().__init__` makes of its arguments, unless its class overrides what the library reads of it.
import type { Entry } from '../../catalogue';
import type { Value } from '../../evaluator';
import type { ClassValue, InstanceValue } from '../../evaluator/value';
import { type Inferred, instanceOf } from '../calls/types';

type MadeObject = Extract<Value, { kind: 'made' }>;

/** What the constructor of the library made of an object, by its attributes; undefined if it ran more than once. */
const constructed = new WeakMap<InstanceValue['fields'], MadeObject | undefined>();

/** The constructor of the library runs for an object whose class leaves to it what it holds. */
export function noteConstructed(object: InstanceValue, made: MadeObject): void {
  // Other attributes and methods come with the derived class.
  const facts: Inferred = { ...instanceOf(made)!, isDeclared: true };
  constructed.set(object.fields, constructed.has(object.fields) ? undefined : { ...made, facts });
}

/** What the constructor made of an object, whatever its class overrides. */
export const constructedOf = ({ fields }: InstanceValue): MadeObject | undefined => constructed.get(fields);

/** The library's object that a value stands for where the library reads it; else the value itself. */
export function madeBehind(value: Value): Value {
  if (value.kind !== 'instance' || value.fields.content.hasUnknownFields) return value;
  const made = constructedOf(value);
  return made && keepsBase(value.cls, instanceOf(made)!.entry) ? made : value;
}

/** Whether a class leaves all that the library reads of its objects to that of the library. */
export const keepsBase = (cls: ClassValue, entry: Entry): boolean =>
  [cls, ...cls.inherited].every((each) =>
    each.kind === 'class'
      ? isPlain(each) && [...each.members.content.known.keys()].every((name) => !isReadOf(entry, name))
      : each.kind === 'reference' && (entry.qualifiedNames.includes(each.name) || ABSTRACT.has(each.name)),
  );

const isPlain = ({ definition, form, meta, members }: ClassValue): boolean =>
  form === 'plain' &&
  meta === undefined &&
  !members.content.hasUnknownFields &&
  definition.kind === 'class' &&
  definition.decorators.length === 0;

/** Whether the library, or Python for it, reads a member of an object of a class. */
const isReadOf = ({ attributes, parameters }: Entry, name: string): boolean =>
  (name.startsWith('__') && !PLAIN.has(name)) ||
  INTERNAL.test(name) ||
  attributes?.includes(name) === true ||
  parameters.some((parameter) => parameter.name === name);

/** Special members that change nothing of what an object holds and is told apart by. */
const PLAIN: ReadonlySet<string> = new Set(
  ['annotations', 'class_getitem', 'doc', 'init', 'init_subclass', 'module', 'qualname', 'repr', 'str'].map(
    (name) => `__${name}__`,
  ),
);

/** Methods by which tables and optimizers write themselves into a configuration and make their slots. */
const INTERNAL = /^_(?:set_\w+|slot_\w+|create_slots|load|retrieve)$/;

/** Bases that any arguments pass. */
const ABSTRACT: ReadonlySet<string> = new Set(['abc.ABC', 'builtins.object', 'typing.Generic']);
