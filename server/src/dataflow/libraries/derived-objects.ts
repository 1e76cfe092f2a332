// Objects of the program's classes that are derived from a table, a feature, an optimizer or an embedding object of the
// library: each stands for the object that `super().__init__` makes of its arguments, unless its class overrides what the
// library reads of it.
import { Attached } from '../../basics/attached';
import { type Entry, findEntry } from '../../catalogue';
import type { Value } from '../../evaluator';
import type { State } from '../../evaluator/state';
import type { ClassValue, InstanceValue } from '../../evaluator/value';
import { type Inferred, instanceOf } from '../calls/types';

type MadeObject = Extract<Value, { kind: 'made' }>;

interface Constructed {
  readonly made: MadeObject;
  /** The same for who does not ask for what the derived class adds. */
  readonly declared: MadeObject;
}

/** What the constructor of the library made of an object, by its attributes; undefined if it ran more than once. */
const constructed = new Attached<object, Constructed | undefined>();

/** The constructor of the library runs for an object whose class leaves to it what it holds, in place of what was there. */
export function noteConstructed({ fields }: InstanceValue, made: MadeObject, state: State): void {
  const inferred = instanceOf(made)!;
  const facts: Inferred = { ...inferred, isDeclared: true };
  const { known, ...content } = fields.content;
  const kept = [...known].filter(([name]) => !inferred.entry.attributes?.includes(name));
  if (kept.length < known.size) state.write(fields, { ...content, known: new Map(kept) });
  constructed.set(fields, constructed.has(fields) ? undefined : { made, declared: { ...made, facts } });
}

/** What the constructor made of an object, whatever its class overrides. */
export const constructedOf = ({ fields }: InstanceValue): MadeObject | undefined => madeWithFields(fields);

/** What the constructor made of the object that has these fields, if they are of one. */
export const madeWithFields = (fields: object): MadeObject | undefined => constructed.get(fields)?.made;

/** The library's object that a value stands for where the library reads it; else the value itself. */
export const madeBehind = (value: Value): Value => keptOf(value)?.declared ?? value;

/** The library's object whose methods an object of the program inherits as they are. */
export const inheritedFrom = (value: Value): MadeObject | undefined => keptOf(value)?.made;

function keptOf(value: Value): Constructed | undefined {
  const found = value.kind === 'instance' ? constructed.get(value.fields) : undefined;
  if (!found || value.kind !== 'instance') return undefined;
  const { known, hasUnknownFields } = value.fields.content;
  const isKept = !hasUnknownFields && ![...known.keys()].some((name) => INTERNAL.test(name));
  return isKept && keepsBase(value.cls, instanceOf(found.made)!.entry) ? found : undefined;
}

/** Whether a class leaves all that the library reads of its objects to that of the library. */
export const keepsBase = (cls: ClassValue, entry: Entry): boolean =>
  keepsConstructor(cls, entry) &&
  [cls, ...cls.inherited].every(
    (each) =>
      each.kind !== 'class' ||
      ![...each.members.content.known.keys()].some((name) => isPublicOf(entry, name)),
  );

const isPublicOf = ({ id, attributes }: Entry, name: string): boolean =>
  findEntry(`${id}.${name}`) !== undefined || attributes?.includes(name) === true;

/** Whether a class leaves all that the constructor of an embedding object reads of it, which is nothing public. */
export const keepsConstructor = (cls: ClassValue, entry: Entry): boolean =>
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

/** Whether the library, or Python for it, reads a member of an object of a class, other than the public ones. */
const isReadOf = ({ parameters }: Entry, name: string): boolean =>
  (name.startsWith('__') && !PLAIN.has(name)) ||
  INTERNAL.test(name) ||
  parameters.some((parameter) => parameter.name === name);

/** Special members that change nothing of what an object holds and is told apart by. */
const PLAIN: ReadonlySet<string> = new Set(
  ['annotations', 'class_getitem', 'doc', 'init', 'init_subclass', 'module', 'qualname', 'repr', 'str'].map(
    (name) => `__${name}__`,
  ),
);

/** How the library begins names of its own: those that it gives methods and attributes of these classes. */
const INTERNAL =
  /^_(?:add|apply|built|check|checkpoint|config|create|dynamic|embedding|feature|generate|get|hosts|is|load|maybe|num|output|pad|pipeline|raise|restore|retrieve|self|set|setattr|slot|strategy|table|track|trackable|update|using|variables|verify)(?:_|$)/;

/** Bases that any arguments pass. */
const ABSTRACT: ReadonlySet<string> = new Set(['abc.ABC', 'builtins.object', 'typing.Generic']);
