import { addTo, addToSet } from '../../basics/groups';
import { lazy } from '../../basics/once';
import { allEntries, type Entry, type Role } from '../../catalogue';
import type { Arguments, Evaluator, Fields, Value } from '../../evaluator';
import {
  addHeld,
  fields,
  holdsNothing,
  NO_FIELDS,
  UNKNOWN_FIELDS,
  wasMet,
  withField,
} from '../../evaluator/join';
import type { Cell, State } from '../../evaluator/state';
import { unknown } from '../../evaluator/value';
import type { Call, Node } from '../../python/tree';
import { valueOfParameter } from '../calls/arguments';
import { instanceOf } from '../calls/types';
import { constructedOf, madeBehind, madeWithFields } from './derived-objects';

/**
 * Attributes that were assigned on objects of the catalogue's classes after their construction. Keyed by the arguments of
 * the constructor call.
 */
export class AssignedAttributes {
  private readonly cells = new Map<Arguments, Cell<Fields>>();
  private readonly views = new Map<Arguments, AttributeSnapshot[]>();
  private state: State | undefined;
  /** What is assigned on objects that are not known, and may be any of these. */
  private elsewhere: Cell<Fields> | undefined;
  /** Names that are assigned on classes, or on what is not known, before the first object is made. */
  private readonly assignedBefore = new Set<string>();

  /** `onCopy` gets the arguments that identify an object, those that identify a copy, and the call that replaces some of them. */
  constructor(private readonly onCopy: (given: Arguments, copy: Arguments, replacing?: Call) => void) {}

  /** From here on, the object's attributes can be assigned. */
  track(entry: Entry, given: Arguments, { state }: Evaluator): void {
    if (!isPart(entry)) return;
    if (this.state !== state) this.elsewhere = fields(state, NO_FIELDS);
    this.state = state;
    this.cells.set(given, fields(state, NO_FIELDS));
  }

  /** The value of an attribute that may differ from the constructor argument; otherwise undefined. */
  get(object: Value, name: string, node: Node): Value | undefined {
    const given = argumentsOf(object);
    const content = given && this.cells.get(given)?.content;
    return content && assignedIn(content, name, node);
  }

  /** The cell of what an object got. */
  cellOf(object: Value): Cell<Fields> | undefined {
    const given = argumentsOf(object);
    return given && this.cells.get(given);
  }

  /** Whether all that the program has assigned to an attribute of an object before is known. */
  isTracked(object: Value, name: string): boolean {
    const given = argumentsOf(object);
    const content = given && this.cells.get(given)?.content;
    const isKnown = content !== undefined && !content.hasUnknownFields;
    return isKnown && !this.elsewhere?.content.known.has(name) && !this.assignedBefore.has(name);
  }

  /** The names that an object certainly got, and whether it may have got others. */
  namesOn(object: Value): { readonly names: readonly string[]; readonly mayHaveMore: boolean } {
    const given = argumentsOf(object);
    const { known, hasUnknownFields, unsure } = (given && this.cells.get(given)?.content) ?? UNKNOWN_FIELDS;
    return {
      names: [...known.keys()].filter((name) => /^\w/.test(name) && !unsure?.has(name)),
      mayHaveMore: hasUnknownFields || unsure !== undefined || this.elsewhere?.content.known.size !== 0,
    };
  }

  /** Returns whether the object's attributes are tracked. What the library itself sets, each view knows. */
  set(object: Value, name: string, value: Value, isByLibrary = false): boolean {
    const given = argumentsOf(object);
    if (!given && !this.elsewhere) this.assignedBefore.add(name);
    if (!given && this.elsewhere)
      this.state?.write(this.elsewhere, withField(this.elsewhere.content, name, value));
    if (partNames().has(name))
      for (const any of this.candidatesFor(object)) this.assign(any, name, unknown(value.node, 'changed'));
    if (!given || !this.cells.has(given)) return false;
    this.assign(given, name, value, isByLibrary);
    return true;
  }

  private assign(given: Arguments, name: string, value: Value, isByLibrary = false): void {
    const cell = this.cells.get(given);
    if (!cell || !this.state) return;
    this.state.write(cell, withField(cell.content, name, value));
    if (!isByLibrary) for (const view of this.views.get(given) ?? []) view.change(given, name);
  }

  /** What an object that is not known may be: any that has escaped, or for an attribute that is not known, any part of its object. */
  private candidatesFor(object: Value): Iterable<Arguments> {
    if (object.kind === 'method') return this.objectsIn([object.object]).keys();
    if (object.kind !== 'unknown') return [];
    return [...(this.state?.escapedObjects ?? [])].map(
      (escaped) => (madeWithFields(escaped)?.given ?? escaped) as Arguments,
    );
  }

  /** A copy of an object, which gets its attributes and none that are assigned later; a deep one has copies of its parts. */
  copied(object: Value, part: (held: Value) => Value = (held) => held): Value | undefined {
    const given = argumentsOf(object);
    const cell = given && this.cells.get(given);
    const inferred = instanceOf(object);
    if (object.kind !== 'made' || !inferred || !cell || !this.state) return undefined;
    const { content } = cell;
    const own = {
      ...given,
      positional: given.positional.map(part),
      keywords: mapped(given.keywords, part),
    };
    this.cells.set(own, fields(this.state, { ...content, known: mapped(content.known, part) }));
    this.onCopy(given, own);
    const facts = { ...inferred, given: own };
    return { ...object, given: own, facts };
  }

  /** A copy of an object as `dataclasses.replace` makes it, with other values of some arguments. */
  replaced(object: Value, changes: ReadonlyMap<string, Value>, node: Node): Value | undefined {
    const given = argumentsOf(object);
    const content = given && this.cells.get(given)?.content;
    const inferred = instanceOf(object);
    if (object.kind !== 'made' || node.kind !== 'call' || !inferred?.call || !this.state) return undefined;
    if (!content || given.hasUnknownArguments || content.hasUnknownFields) return undefined;
    const { entry, call } = inferred;
    const keywords = new Map(
      entry.parameters.flatMap(({ name }): [string, Value][] => {
        const value =
          changes.get(name) ?? assignedIn(content, name, node) ?? valueOfParameter(entry, name, given, call);
        return value ? [[name, value]] : [];
      }),
    );
    const own = { positional: [], keywords, hasUnknownArguments: false };
    // What no program writes goes along, as the arguments do that only the library gives.
    const isOwn = [...changes.keys()].some((name) => name.startsWith('_'));
    const kept = [...content.known].filter(([name]) => !isOwn && !keywords.has(name) && !/^\w/.test(name));
    this.cells.set(own, fields(this.state, { known: new Map(kept), hasUnknownFields: false }));
    this.onCopy(given, own, node);
    const facts = { ...inferred, call: node, given: own };
    return { ...object, given: own, facts, node };
  }

  /** Some values escape to unseen code, which may assign attributes on everything that they reach. */
  lose(values: Iterable<Value>): void {
    this.visit(values, true, (given) => {
      const cell = this.cells.get(given);
      if (cell && this.state) this.state.write(cell, UNKNOWN_FIELDS);
    });
  }

  /** A snapshot of the attributes of all objects that are reachable from some values. */
  view(values: Iterable<Value>): AttributeSnapshot {
    const contents = new Map<Arguments, Fields>();
    this.visit(values, true, (given) => {
      const cell = this.cells.get(given);
      if (cell) contents.set(given, cell.content);
    });
    const view = new AttributeSnapshot(contents);
    for (const given of contents.keys()) addTo(this.views, given, view);
    return view;
  }

  /** The objects in a role that are certainly reachable from some values, and those that perhaps are. */
  partsIn(values: readonly Value[], role: Role): { certain: Value[]; perhaps: Value[] } {
    const isInRole = (object: Value) => instanceOf(object)?.entry.role === role;
    const certain = this.objectsIn(values, false);
    const perhaps = [...this.objectsIn(values)].filter(([given]) => !certain.has(given));
    return {
      certain: [...certain.values()].filter(isInRole),
      perhaps: perhaps.map(([, object]) => object).filter(isInRole),
    };
  }

  /** The objects that are reachable from some values, by the arguments that identify them. */
  private objectsIn(values: Iterable<Value>, throughOptions = true): ReadonlyMap<Arguments, Value> {
    const found = new Map<Arguments, Value>();
    this.visit(values, throughOptions, (given, object) => found.set(given, object));
    return found;
  }

  private visit(
    values: Iterable<Value>,
    throughOptions: boolean,
    take: (given: Arguments, object: Value) => void,
  ): void {
    const seen = new Set<Value>();
    const pending = [...values];
    for (let at = pending.pop(); at; at = pending.pop()) {
      if (holdsNothing(at) || (at.kind === 'oneOf' && !throughOptions) || wasMet(seen, at)) continue;
      const kept = madeBehind(at);
      // One whose fields unseen code may change keeps what the constructor made.
      const made = kept === at && at.kind === 'instance' ? (constructedOf(at) ?? at) : kept;
      if (made !== at) pending.push(made);
      const given = argumentsOf(made);
      const fields = given && this.cells.get(given)?.content;
      if (given) take(given, made);
      addHeld(pending, at);
      if (fields && fields.known.size > 0) pending.push(...fields.known.values());
    }
  }
}

/** A snapshot of attributes of objects. */
export class AttributeSnapshot {
  private changed: Map<Arguments, Set<string>> | undefined;

  constructor(private readonly contents: ReadonlyMap<Arguments, Fields>) {}

  /** Whether the object certainly was there, so that its attributes are known as they were. */
  has(given: Arguments): boolean {
    return this.contents.has(given);
  }

  /** Undefined if the attribute still is the constructor argument. */
  get(given: Arguments, name: string, node: Node): Value | undefined {
    const content = this.contents.get(given);
    return content && assignedIn(content, name, node);
  }

  /** Whether the attribute was assigned another value after the snapshot. */
  changes(given: Arguments, name: string): boolean {
    return this.changed?.get(given)?.has(name) ?? false;
  }

  change(given: Arguments, name: string): void {
    this.changed ??= new Map();
    addToSet(this.changed, given, name);
  }
}

function assignedIn(
  { known, hasUnknownFields, unsure }: Fields,
  name: string,
  node: Node,
): Value | undefined {
  if (unsure?.has(name)) return unknown(node, 'branch');
  return known.get(name) ?? (hasUnknownFields ? unknown(node, 'changed') : undefined);
}

/** Whether objects of a class can be parts of an embedding object, or are judged by later calls, such as tables, optimizers or metrics. */
export const isPart = ({ kind, role, optimizer, parameters }: Entry): boolean =>
  kind === 'class' &&
  role !== 'embedding' &&
  (role !== undefined || optimizer !== undefined || parameters.some(({ later }) => later !== undefined));

/** What parts are made of, by name: other attributes of an object that is not known say nothing of them. */
const partNames = lazy(
  () =>
    new Set(allEntries().flatMap((entry) => (isPart(entry) ? entry.parameters.map(({ name }) => name) : []))),
);

const mapped = (values: ReadonlyMap<string, Value>, change: (value: Value) => Value) =>
  new Map([...values].map(([name, value]) => [name, change(value)]));

/** The constructor arguments of an object of a catalogued class, which identify the object. */
function argumentsOf(value: Value): Arguments | undefined {
  const made = madeBehind(value);
  return made.kind === 'made' && instanceOf(made) ? made.given : undefined;
}
