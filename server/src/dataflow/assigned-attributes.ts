import type { Entry } from '../catalogue';
import type { Node } from '../python/tree';
import type { Evaluator, Fields, Given, Value } from './evaluator';
import { fields, heldBy, OPEN } from './evaluator/join';
import type { Cell, State } from './evaluator/state';
import { unknown } from './evaluator/value';

/** What attributes of the catalogue's objects are given after these were made, by what made them. */
export class AssignedAttributes {
  private readonly cells = new WeakMap<Given, Cell<Fields>>();
  private readonly views = new WeakMap<Given, AttributesThen[]>();
  private state: State | undefined;

  /** From here on an object can be given attributes. */
  track(entry: Entry, given: Given, { state }: Evaluator): void {
    if (!isPart(entry)) return;
    this.state = state;
    this.cells.set(given, fields(state, { known: new Map(), isOpen: false }));
  }

  /** What an attribute holds where that may not be what its object was made with. */
  get(object: Value, name: string, node: Node): Value | undefined {
    const given = givenOf(object);
    const content = given && this.cells.get(given)?.content;
    return content && assignedIn(content, name, node);
  }

  /** Whether it is an object whose attributes are followed. */
  set(object: Value, name: string, value: Value): boolean {
    const given = givenOf(object);
    const cell = given && this.cells.get(given);
    if (!given || !cell || !this.state) return false;
    const { known, isOpen, unsure } = cell.content;
    const others = new Set(unsure);
    others.delete(name);
    this.state.write(cell, { known: new Map(known).set(name, value), isOpen, unsure: others });
    for (const view of this.views.get(given) ?? []) view.change(given, name);
    return true;
  }

  /** Code that is not seen gets some values, and may give what they hold other attributes. */
  lose(values: Iterable<Value>): void {
    for (const given of this.objectsIn(values)) {
      const cell = this.cells.get(given);
      if (cell && this.state) this.state.write(cell, OPEN);
    }
  }

  /** What the objects that can be reached from some values hold at this moment. */
  view(values: Iterable<Value>): AttributesThen {
    const contents = new Map<Given, Fields>();
    for (const given of this.objectsIn(values)) {
      const cell = this.cells.get(given);
      if (cell) contents.set(given, cell.content);
    }
    const view = new AttributesThen(contents);
    for (const given of contents.keys()) {
      const others = this.views.get(given);
      if (others) others.push(view);
      else this.views.set(given, [view]);
    }
    return view;
  }

  /** Those that can be reached from some values. */
  private objectsIn(values: Iterable<Value>): ReadonlySet<Given> {
    const found = new Set<Given>();
    const seen = new Set<Value>();
    const pending = [...values];
    for (let at = pending.pop(); at; at = pending.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      const given = givenOf(at);
      if (given) found.add(given);
      pending.push(...heldBy(at), ...((given && this.cells.get(given)?.content.known.values()) ?? []));
    }
    return found;
  }

  /** The way through the program that is gone now; undefined while there are no objects. */
  get way(): Way | undefined {
    return this.state && fields(this.state, OPEN).way;
  }
}

export type Way = Cell<Fields>['way'];

/** Whether every run that reaches the later place has passed the earlier one. */
export function leadsTo(way: Way | undefined, later: Way | undefined): boolean {
  for (let at = later; at; at = at.around) if (at === way) return true;
  return way === later;
}

/** What attributes of objects held at one moment. */
export class AttributesThen {
  private readonly changed = new Map<Given, Set<string>>();

  constructor(private readonly contents: ReadonlyMap<Given, Fields>) {}

  /** Undefined where it is what the object was made with. */
  get(given: Given, name: string, node: Node): Value | undefined {
    const content = this.contents.get(given);
    return content && assignedIn(content, name, node);
  }

  /** Whether an attribute was given another value later on. */
  changes(given: Given, name: string): boolean {
    return this.changed.get(given)?.has(name) ?? false;
  }

  change(given: Given, name: string): void {
    const names = this.changed.get(given);
    if (names) names.add(name);
    else this.changed.set(given, new Set([name]));
  }
}

function assignedIn({ known, isOpen, unsure }: Fields, name: string, node: Node): Value | undefined {
  if (unsure?.has(name)) return unknown(node, 'branch');
  return known.get(name) ?? (isOpen ? unknown(node, 'changed') : undefined);
}

/** Whether objects of a class are parts of what an embedding object is made of. */
export const isPart = ({ kind, role, optimizer }: Entry): boolean =>
  kind === 'class' && ((role !== undefined && role !== 'embedding') || optimizer !== undefined);

/** What made an object of the catalogue's. */
const givenOf = (value: Value): Given | undefined =>
  value.kind === 'made' && value.facts?.kind === 'instance' ? value.given : undefined;
