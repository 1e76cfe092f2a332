import { once } from '../basics/once';
import type { Exceptions } from '../python/exceptions';
import { mayMutate } from '../python/may-mutate';
import { localsOf } from '../python/names';
import {
  type BlockKeyword,
  type Comprehension,
  type FunctionDefinition,
  type Lambda,
  type Name,
  type Node,
  treeAround,
  walk,
} from '../python/tree';
import type { Evaluator } from './evaluator';
import { addHeld, heldBy, holderOf, isMethod, letEscape, wasMet } from './join';
import type { Cell, Mark } from './state';
import {
  type Arguments,
  cellOf,
  classOfObject,
  eachArgument,
  type Frame,
  type FunctionValue,
  type InstanceValue,
  kinds,
  UNKNOWN_ARGUMENTS,
  unknown,
  type Value,
} from './value';

/** A call of unseen code: it may change everything that it gets, now or later. */
export function callUnseen(ev: Evaluator, given: Arguments, node: Node, ...more: readonly Value[]): Value {
  for (const value of more) letEscape(value, ev.state);
  eachArgument(given, (value) => letEscape(value, ev.state));
  ev.escapes.invalidateEffects();
  ev.escapes.runUnseenCode();
  return unknown(node, 'call');
}

/** The method that calls an object of the program. */
export const calledOf = ({ cls }: InstanceValue): Value | undefined =>
  [cls, ...cls.inherited]
    .flatMap((each) => (each.kind === 'class' ? (each.members.content.known.get('__call__') ?? []) : []))
    .at(0);

/** An object of a library keeps a value, and may call it if it is a function, a bound method or a callable object. */
export function letBeCalled(ev: Evaluator, value: Value, node: Node): void {
  if (value.kind === 'function' || value.kind === 'partial' || (value.kind === 'instance' && calledOf(value)))
    callPerhaps(ev, value, node);
}

function callPerhaps(ev: Evaluator, value: Value, node: Node): void {
  ev.state.branch([() => ev.try(() => ev.call(value, UNKNOWN_ARGUMENTS, node)), () => {}]);
}

/** A function that unseen code has a reference to: from then on, it may be called at any time with any arguments. */
interface Escaped {
  readonly callee: FunctionValue;
  /** The exceptions that all receivers of the function expect from it. */
  caught: Exceptions;
  /** The number of evaluations that looked for its changes. */
  times: number;
  /** Whether it stands for many closures of one definition, whose enclosing variables are unknown. */
  readonly isOneOfMany: boolean;
}

/** A function whose behavior may differ more often than this is assumed to change everything that it can reach. */
const MAX_TIMES = 3;

/** With more closures of one definition than this, each evaluation is assumed to make a new one. */
const MAX_CLOSURES = 16;

/** A function that can reach more functions than this is assumed to change everything that they can. */
const MAX_REACHABLE = 256;

export class Escapes {
  private readonly all: Escaped[] = [];
  private readonly byDefinition = new Map<FunctionValue['definition'], Escaped[]>();
  private isBusy = false;
  private named: string | undefined;

  constructor(private readonly ev: Evaluator) {}

  /** The number of functions that have escaped. */
  get count(): number {
    return this.all.length;
  }

  /** The functions that escaped after so many others, to be evaluated once everything that they read is known. */
  calleesAfter(count: number): readonly Escaped[] {
    return this.all.slice(count).filter(({ isOneOfMany }) => !isOneOfMany);
  }

  /** The functions that have escaped so far, by names that stay valid across edits. */
  get names(): string {
    this.named ??= this.all
      .map(({ callee: { definition, owner }, caught }) =>
        [owner?.name, definition.kind === 'function' ? definition.name : '', caught || ''].join('.'),
      )
      .join();
    return this.named;
  }

  has(definition: FunctionValue['definition']): boolean {
    return this.byDefinition.has(definition);
  }

  /** Invalidates what the functions that escaped since the last call may change. */
  invalidateEffects(): void {
    const { escaping } = this.ev.state;
    this.exclusively(() => {
      for (let callee = escaping.pop(); callee; callee = escaping.pop()) this.add(callee as FunctionValue);
    });
  }

  private exclusively(part: () => void): void {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      part();
    } finally {
      this.isBusy = false;
    }
  }

  /** Unseen code runs now. It may call escaped functions again, whose effects may differ from those already seen. */
  runUnseenCode(): void {
    const { state } = this.ev;
    if (!state.mayBehaveDifferently || this.isBusy) return;
    state.mayBehaveDifferently = false;
    this.exclusively(() => {
      for (const escaped of this.all) if (escaped.times <= MAX_TIMES) this.follow(escaped);
    });
    this.invalidateEffects();
    state.mayBehaveDifferently = false;
  }

  private add(callee: FunctionValue): void {
    // A call without arguments uses its defaults.
    for (const value of callee.defaults.values()) letEscape(value, this.ev.state);
    const { caught } = this.ev;
    const others = this.byDefinition.get(callee.definition) ?? [];
    const known = others.find((other) => other.callee.closure === callee.closure);
    if (known && (known.caught & caught) === known.caught) return;
    this.named = undefined;
    if (known) {
      known.caught &= caught;
      return;
    }
    const isOneOfMany = others.length >= MAX_CLOSURES;
    if (isOneOfMany) forgetAround(this.ev, others[0]!.callee, 0);
    const escaped: Escaped = { callee, caught, times: isOneOfMany ? MAX_TIMES : 0, isOneOfMany };
    this.all.push(escaped);
    if (others.push(escaped) === 1) this.byDefinition.set(callee.definition, others);
    this.follow(escaped);
  }

  /** Evaluates a function to find what it changes and what escapes from it. All of that may change at any time. */
  private follow(escaped: Escaped): void {
    const { ev } = this;
    const { state } = ev;
    const { callee } = escaped;
    if (++escaped.times > MAX_TIMES) return letReachableEscape(ev, callee);
    const reach = reachOf(ev, [callee], MAX_REACHABLE);
    if (reach.isPartial) {
      escaped.times = MAX_TIMES;
      return letReachableEscape(ev, callee);
    }
    if (!reach.holdsObjects && ![...reach.functions].some(bindsOutside)) return markReadable(reach, ev);
    const { isReachable } = state;
    const mark = state.mark();
    const seen = state.watch(() =>
      state.effectsOf(mark, () => {
        letEscape(
          ev.try(() => ev.callFunction(callee, UNKNOWN_ARGUMENTS, callee.node)),
          state,
        );
      }),
    );
    state.release();
    state.isReachable = isReachable;
    forgetClosures(ev, mark);
    for (const cell of seen.keys()) if (cell.born <= mark.clock) state.expose(cell);
    markReadable(reachOf(ev, [callee]), ev);
  }
}

/** For functions that were made in a rolled-back part, the enclosing variables are unknown. */
function forgetClosures(ev: Evaluator, { clock }: Mark): void {
  for (const callee of ev.state.escaping as FunctionValue[]) forgetAround(ev, callee, clock);
}

function forgetAround({ state }: Evaluator, { closure }: FunctionValue, clock: number): void {
  for (let at: Frame | undefined = closure; at && at.born > clock; at = at.enclosing)
    for (const cell of at.variables.values()) state.expose(cell);
}

/** Everything that a function can reach may change at any time, and the outer variables that it binds are unknown. */
export function letReachableEscape(ev: Evaluator, { definition, closure }: FunctionValue): void {
  for (const [name, isBound] of outerNames(definition)) {
    const cell = cellNamed(ev, name, closure);
    if (isBound) ev.state.expose(cell);
    else ev.state.exposeHeld(cell);
  }
}

/** Whether a nested function may change the variables of a function around it, or the objects in them. */
export function mayChangeAround(ev: Evaluator, { definition, closure }: FunctionValue): boolean {
  const outer = outerNames(definition);
  const holds = (name: string) => {
    const content = outer.has(name) ? cellNamed(ev, name, closure).content : undefined;
    return content && (cellOf(content) ?? content.kind === 'made') && content;
  };
  return (
    [...outer.values()].includes(true) ||
    namesIn(definition).some((node) => {
      const content = holds(node.name);
      return content && mayMutate(node, content.kind === 'class');
    })
  );
}

/**
 * The values that functions find in variables around them, and in the objects there; true for those that say nothing more
 * than a number or a text does. Functions of the module do not belong to what is around.
 */
export function valuesAround(ev: Evaluator, callees: readonly FunctionValue[]): ReadonlyMap<Value, boolean> {
  const found = new Map<Value, boolean>();
  const namedBy = ({ definition, closure, defaults }: FunctionValue) => [
    ...namedIn(ev, definition, closure).flatMap(({ content }) => content ?? []),
    ...defaults.values(),
  ];
  const pending = callees.flatMap(namedBy);
  for (let at = pending.pop(); at; at = pending.pop()) {
    if (found.has(at)) continue;
    ev.step();
    const held = at.kind === 'function' && at.closure !== ev.module ? namedBy(at) : heldBy(at);
    found.set(
      at,
      SIMPLE.has(at.kind) || (CONTAINERS.has(at.kind) && held.every(({ kind }) => SIMPLE.has(kind))),
    );
    pending.push(...held);
    const cls = classOfObject(at);
    if (cls) pending.push(cls);
    if (at.kind === 'class') pending.push(...at.inherited, ...at.members.content.known.values());
  }
  return found;
}

const SIMPLE = kinds('none', 'bool', 'int', 'float', 'complex', 'str', 'bytes');
export const CONTAINERS = kinds('list', 'tuple', 'set', 'dict', 'range', 'oneOf');

/** A function that is defined on one path does not see what the variables around it hold on another one. */
export function forgetOtherPaths(ev: Evaluator, { definition, closure }: FunctionValue): void {
  if (!isInBranch(definition)) return;
  for (const cell of namedIn(ev, definition, closure))
    if (cell.content?.kind === 'oneOf') ev.state.write(cell, unknown(definition, 'branch'));
}

const BRANCHING: ReadonlySet<BlockKeyword> = new Set<BlockKeyword>([
  ...(['if', 'elif', 'else', 'try', 'except', 'case', 'for', 'while'] as const),
]);

function isInBranch({ parent }: Node): boolean {
  if (!parent || isFunction(parent)) return false;
  return (parent.kind === 'block' && BRANCHING.has(parent.keyword)) || isInBranch(parent);
}

export const namesIn = once((definition: Node): readonly Name[] =>
  [...walk(definition)].filter((node) => node.kind === 'name'),
);

/** Marks what a function can read: a change there changes what the function does. */
function markReadable({ cells }: Reach, { state }: Evaluator): void {
  for (const cell of cells) state.exposeReading(cell as Cell<never>);
}

/** Whether a function binds outer variables, by `global` or `nonlocal`. */
const bindsOutside = ({ definition }: FunctionValue) => [...outerNames(definition).values()].includes(true);

/** Everything that code with references to some values can reach. */
interface Reach {
  /** Variables and the contents of objects. */
  readonly cells: ReadonlySet<Cell<unknown>>;
  readonly functions: ReadonlySet<FunctionValue>;
  /** Whether there is an object or a class that this code could change. */
  readonly holdsObjects: boolean;
  /** Whether there are more functions than were looked for. */
  readonly isPartial: boolean;
}

function reachOf(ev: Evaluator, values: readonly Value[], most = Number.POSITIVE_INFINITY): Reach {
  const cells = new Set<Cell<unknown>>();
  const functions = new Set<FunctionValue>();
  const holders = new Set<object>();
  let holdsObjects = false;
  const pending = [...values];
  const isNew = (cell: Cell<unknown>) => !cells.has(cell) && Boolean(cells.add(cell));
  for (let at = pending.pop(); at; at = pending.pop()) {
    if (wasMet(holders, holderOf(at))) continue;
    if (at.kind === 'function') {
      if (functions.has(at)) continue;
      if (functions.size === most) return { cells, functions, holdsObjects, isPartial: true };
      functions.add(at);
      for (const cell of namedIn(ev, at.definition, at.closure))
        if (isNew(cell) && cell.content) pending.push(cell.content);
      pending.push(...at.defaults.values());
      continue;
    }
    const attributes = at.kind === 'made' ? ev.library.cellOf?.(at) : undefined;
    if (attributes) cells.add(attributes);
    const cell = cellOf(at);
    if (cell && !isRecordClass(at)) holdsObjects = true;
    if (cell && !isNew(cell)) continue;
    if (at.kind === 'iterator') for (const read of at.reads) cells.add(read);
    addHeld(pending, at);
    const cls = classOfObject(at);
    if (cls) pending.push(cls);
    if (at.kind === 'class') pending.push(...at.inherited);
  }
  return { cells, functions, holdsObjects, isPartial: false };
}

/** The class of a named tuple without methods is assumed never to change. */
const isRecordClass = (value: Value) =>
  value.kind === 'class' &&
  value.form === 'namedtuple' &&
  ![...value.members.content.known.values()].some(isMethod);

/** Everything that code holding some values can read. */
export const readableFrom = (ev: Evaluator, values: readonly Value[]): ReadonlySet<Cell<unknown>> =>
  reachOf(ev, values).cells;

/** Everything that an expression can read. */
export function readBy(ev: Evaluator, node: Node, frame: Frame): ReadonlySet<Cell<unknown>> {
  const cells = namedIn(ev, node, frame);
  return new Set([
    ...cells,
    ...readableFrom(
      ev,
      cells.flatMap(({ content }) => content ?? []),
    ),
  ]);
}

/** The outer variables that a piece of code names. */
const namedIn = (ev: Evaluator, code: Node, frame: Frame): readonly Cell<Value | undefined>[] =>
  [...outerNames(code).keys()].map((name) => cellNamed(ev, name, frame));

/** The outer names that a function uses, and whether it declares them `global` or `nonlocal`. */
const outerNames = once((definition: Node): ReadonlyMap<string, boolean> => {
  const own = isFunction(definition) ? localsOf(treeAround(definition), definition) : undefined;
  const all = new Map<string, boolean>();
  for (const node of walk(definition)) {
    if (node.kind === 'name' && !all.has(node.name) && !own?.has(node.name)) all.set(node.name, false);
    if (node.kind === 'simple' && (node.keyword === 'global' || node.keyword === 'nonlocal'))
      for (const each of node.values) if (each.kind === 'name') all.set(each.name, true);
  }
  return all;
});

const isFunction = (node: Node): node is FunctionDefinition | Lambda | Comprehension =>
  node.kind === 'function' || node.kind === 'lambda' || node.kind === 'comprehension';

function cellNamed(ev: Evaluator, name: string, frame: Frame): Cell<Value | undefined> {
  let at = frame;
  while (at.locals && !at.locals.has(name) && at.enclosing) at = at.enclosing;
  return ev.cellOf(name, at);
}
