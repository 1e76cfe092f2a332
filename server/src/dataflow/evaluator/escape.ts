import type { Exceptions } from '../../python/exceptions';
import { localsOf } from '../../python/names';
import {
  type Comprehension,
  type FunctionDefinition,
  type Lambda,
  type Node,
  treeAround,
  walk,
} from '../../python/tree';
import { once } from '../../text/once';
import type { Evaluator } from './evaluator';
import { heldBy, isMethod, lose } from './join';
import type { Cell, Mark } from './state';
import {
  ANYTHING,
  cellOf,
  classOfObject,
  type Frame,
  type FunctionValue,
  type Given,
  unknown,
  type Value,
} from './value';

/** A call of what is not seen may change all that it is given, now or later. */
export function unseen(ev: Evaluator, given: Given, node: Node, ...more: readonly Value[]): Value {
  for (const value of [...more, ...given.positional, ...given.keywords.values()]) lose(value, ev.state);
  ev.escapes.settle();
  ev.escapes.disturb();
  return unknown(node, 'call');
}

/** A function that code which is not seen has got: it may be called from then on, at any time and with anything. */
interface Escaped {
  readonly callee: FunctionValue;
  /** What all that got it expect it to raise. */
  caught: Exceptions;
  /** How often it was gone through to see what it changes. */
  times: number;
  /** Whether another stands for it, around which nothing is known. */
  readonly isOneOfMany: boolean;
}

/** A function that can do otherwise more often than this is taken to change all that it can reach. */
const MAX_TIMES = 3;

/** A function that is defined more often than this is taken to be defined anew each time that it is followed. */
const MAX_CLOSURES = 16;

export class Escapes {
  private readonly all: Escaped[] = [];
  private readonly byDefinition = new Map<FunctionValue['definition'], Escaped[]>();
  private isBusy = false;
  private named: string | undefined;

  constructor(private readonly ev: Evaluator) {}

  /** Functions that may be called at any time, to be gone through when all is known of what they see. */
  get callees(): readonly Escaped[] {
    return this.all.filter(({ isOneOfMany }) => !isOneOfMany);
  }

  /** Which functions have got away so far, in words that hold across edits. */
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

  /** What the functions that got away since may change is not known any more. */
  settle(): void {
    const { escaping } = this.ev.state;
    this.once(() => {
      for (let callee = escaping.pop(); callee; callee = escaping.pop()) this.add(callee as FunctionValue);
    });
  }

  private once(part: () => void): void {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      part();
    } finally {
      this.isBusy = false;
    }
  }

  /** Something that is not seen runs now: what functions that got away have done may differ from what they would do. */
  disturb(): void {
    const { state } = this.ev;
    if (!state.isDisturbed || this.isBusy) return;
    state.isDisturbed = false;
    this.once(() => {
      for (const escaped of this.all) if (escaped.times <= MAX_TIMES) this.follow(escaped);
    });
    this.settle();
    state.isDisturbed = false;
  }

  private add(callee: FunctionValue): void {
    // It uses its defaults where it is called without arguments.
    for (const value of callee.defaults.values()) lose(value, this.ev.state);
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

  /** Goes through a function to see what it changes and gives away; all that may be changed at any time. */
  private follow(escaped: Escaped): void {
    const { ev } = this;
    const { state } = ev;
    const { callee } = escaped;
    if (++escaped.times > MAX_TIMES) return giveReachable(ev, callee);
    const reach = reachOf(ev, [callee]);
    if (!reach.holdsObjects && ![...reach.functions].some(bindsOutside)) return markReadable(reach, ev);
    const { isReachable } = state;
    const mark = state.mark();
    const seen = state.watch(() =>
      state.outcome(mark, () => {
        lose(
          ev.try(() => ev.callFunction(callee, ANYTHING, callee.node)),
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

/** Of functions that were made in a part that is taken back, nobody knows what is around them. */
function forgetClosures(ev: Evaluator, { clock }: Mark): void {
  for (const callee of ev.state.escaping as FunctionValue[]) forgetAround(ev, callee, clock);
}

function forgetAround({ state }: Evaluator, { closure }: FunctionValue, clock: number): void {
  for (let at: Frame | undefined = closure; at && at.born > clock; at = at.around)
    for (const cell of at.variables.values()) state.expose(cell);
}

/** All that a function can reach may be changed at any time, and what it binds outside is not known. */
export function giveReachable(ev: Evaluator, { definition, closure }: FunctionValue): void {
  for (const [name, isBound] of outerNames(definition)) {
    const cell = cellNamed(ev, name, closure);
    if (isBound) ev.state.expose(cell);
    else ev.state.exposeHeld(cell);
  }
}

/** Whoever changes what a function can read changes what it does. */
function markReadable({ cells }: Reach, { state }: Evaluator): void {
  for (const cell of cells) state.exposeReading(cell as Cell<never>);
}

/** Whether a function says that it binds variables which are not its own. */
const bindsOutside = ({ definition }: FunctionValue) => [...outerNames(definition).values()].includes(true);

/** What code can reach from some values. */
interface Reach {
  /** Variables, and what objects hold. */
  readonly cells: ReadonlySet<Cell<unknown>>;
  readonly functions: ReadonlySet<FunctionValue>;
  /** Whether there is an object or a class that such code could change. */
  readonly holdsObjects: boolean;
}

function reachOf(ev: Evaluator, values: readonly Value[]): Reach {
  const cells = new Set<Cell<unknown>>();
  const functions = new Set<FunctionValue>();
  let holdsObjects = false;
  const pending = [...values];
  const isNew = (cell: Cell<unknown>) => !cells.has(cell) && Boolean(cells.add(cell));
  for (let at = pending.pop(); at; at = pending.pop()) {
    if (at.kind === 'function') {
      if (functions.has(at)) continue;
      functions.add(at);
      for (const cell of namedIn(ev, at.definition, at.closure))
        if (isNew(cell) && cell.content) pending.push(cell.content);
      pending.push(...at.defaults.values());
      continue;
    }
    const cell = cellOf(at);
    if (cell && !isRecordClass(at)) holdsObjects = true;
    if (cell && !isNew(cell)) continue;
    if (at.kind === 'iterator') for (const read of at.reads) cells.add(read);
    pending.push(...heldBy(at));
    const cls = classOfObject(at);
    if (cls) pending.push(cls);
    if (at.kind === 'class') pending.push(...at.inherited);
  }
  return { cells, functions, holdsObjects };
}

/** Nobody sets attributes of the class of a named tuple, which has no methods that could change something either. */
const isRecordClass = (value: Value) =>
  value.kind === 'class' &&
  value.form === 'namedtuple' &&
  ![...value.members.content.known.values()].some(isMethod);

/** All that code can read which has some values. */
export const readableFrom = (ev: Evaluator, values: readonly Value[]): ReadonlySet<Cell<unknown>> =>
  reachOf(ev, values).cells;

/** All that an expression can read. */
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

/** The variables around a piece of code that it names. */
const namedIn = (ev: Evaluator, code: Node, frame: Frame): readonly Cell<Value | undefined>[] =>
  [...outerNames(code).keys()].map((name) => cellNamed(ev, name, frame));

/** The names that a function has from outside, and whether it says that they are bound there. */
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
  while (at.locals && !at.locals.has(name) && at.around) at = at.around;
  return ev.cellOf(name, at);
}
