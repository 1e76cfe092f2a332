import { addTo, groupBy } from '../basics/groups';
import { onceWithin } from '../basics/once';
import { resolve } from '../python/names';
import {
  allOfKind,
  type Call,
  cachedBySection,
  cachedByTree,
  type Expression,
  type Node,
  type Tree,
  walk,
} from '../python/tree';
import { iteratorOf, showMaking } from './containers';
import type { Evaluator } from './evaluator';
import { letEscape } from './join';
import type { Cell, Effects } from './state';
import type { Elements, IteratorValue, Value } from './value';

/** Methods that consume their whole argument at once. */
const TAKING_METHODS: ReadonlySet<string> = new Set(['join', 'extend']);

/** Expressions that have the same value at any time. */
const FIXED: ReadonlySet<Expression['kind']> = new Set<Expression['kind']>([
  ...(['number', 'string', 'constant', 'lambda', 'missing'] as const),
]);

/** Functions and methods that consume their whole argument at once. */
export const TAKING_ALL: ReadonlySet<string> = new Set([
  ...TAKING_METHODS,
  ...['list', 'tuple', 'set', 'frozenset', 'dict', 'sorted', 'sum', 'max', 'min'],
]);

/** Functions that consume their argument at once, but only until they need no more. */
const TAKING_SOME: ReadonlySet<string> = new Set(['any', 'all', 'next']);

/** Functions whose iterators give the elements of another one. */
const HANDING_ON: ReadonlySet<string> = new Set(['filter', 'enumerate']);

/** How an iterator makes its elements. */
interface Making {
  all(): Elements;
  /** Makes an element of which nothing is known. */
  any(): void;
  /** What it takes elements from. */
  readonly sources: readonly Value[];
  /** The cells that it can read. */
  reads(): ReadonlySet<Cell<unknown>>;
}

/**
 * An iterator that makes its elements on demand. If nothing consumes it at once, the effects of making them are unknown:
 * that may happen later, or in part.
 */
export function lazily(ev: Evaluator, node: Node, making: Making): IteratorValue {
  const make = () => making.all();
  if (isTakenAtOnce(ev, node)) return iteratorOf(ev, make(), node);
  const { state } = ev;
  const isTakenNow = TAKING_SOME.has(takerOf(ev, node));
  const reads = isTakenNow ? [] : making.reads();
  const show = showing(ev, making, reads);
  const mark = state.mark();
  const { around, caught } = ev;
  let content: Elements;
  let made: Effects;
  let keep = () => {};
  const fill = () => {
    content = make();
  };
  /** What was seen counts if all elements are taken where they were made. */
  const shownOnce = (isWhole: boolean) => {
    if (!isWhole || !content || ev.trials > 0 || ev.around !== around || ev.caught !== caught)
      return show(isWhole);
    keep();
    keep = () => {};
  };
  const seen = state.watch(() => {
    made = state.effectsOf(mark, () => {
      if (isTakenNow) fill();
      else keep = ev.tentatively(fill);
    });
  });
  state.release();
  const changed = [...seen.keys()].filter((cell) => cell.born <= mark.clock);
  if (changed.length === 0 && made) {
    for (const [cell, each] of made) state.write(cell, each);
    return isTakenNow
      ? iteratorOf(ev, content, node, 'everything')
      : { ...iteratorOf(ev, content, node, reads), show: shownOnce, sparesTaker: sparesTaker(ev, node) };
  }
  for (const each of content ?? []) letEscape(each, state);
  for (const cell of changed) state.expose(cell);
  return { ...iteratorOf(ev, undefined, node), ...(!isTakenNow && { show }) };
}

/** Makes elements once more, for the observer, and discards the changes. */
function showing(
  ev: Evaluator,
  { all, any, sources }: Making,
  reads: Iterable<Cell<unknown>>,
): NonNullable<IteratorValue['show']> {
  const { state } = ev;
  const contents = [...reads].map((cell) => [cell, cell.content] as const);
  return (isWhole) => {
    if (ev.trials > 0) return;
    const make = () => {
      // Elements may have been made before what has changed since, or after that.
      for (const [cell, before] of contents)
        if (cell.content !== before) state.write(cell, cell.kind.join(before, cell.content, state));
      if (isWhole) all();
      else any();
    };
    if (isWhole) {
      const mark = state.mark();
      state.effectsOf(mark, make);
      state.release();
    } else {
      showMaking(ev, sources, false);
      ev.imagine(make);
    }
  };
}

/** Whether the receiver of an iterator consumes it completely at once. */
export const isTakenAtOnce = (ev: Evaluator, node: Node): boolean =>
  TAKING_ALL.has(takerOf(ev, node)) ||
  isSpread(node) ||
  isUnpacked(node) ||
  isYieldedFrom(ev, node) ||
  isHandedOn(ev, node) ||
  isChained(ev, node);

/** `list(filter(None, node))`: what takes the elements runs no code between them. */
function isHandedOn(ev: Evaluator, node: Node): boolean {
  const taker = takerOf(ev, node);
  const call = node.parent?.parent;
  if (!HANDING_ON.has(taker) || call?.kind !== 'call') return false;
  const test = taker === 'filter' ? call.arguments[0]?.value : undefined;
  const runsNothing = !test || (test.kind === 'constant' && test.value === 'None');
  return runsNothing && isTakenAtOnce(ev, call);
}

/** `list(itertools.chain(node, other))`, if what stands behind it makes nothing before its elements are taken. */
function isChained(ev: Evaluator, node: Node): boolean {
  const call = node.parent?.kind === 'positional' ? node.parent.parent : undefined;
  if (call?.kind !== 'call' || node.kind !== 'call' || resolve(ev.tree, call.callee) !== CHAIN) return false;
  const { text } = ev.tree;
  const isAlike = (other: Expression): boolean =>
    other.kind === 'call' &&
    isWritten(other.callee, text.slice(node.callee.start, node.callee.end), text) &&
    other.arguments.every(({ value }) => isStill(value));
  return (
    call.arguments.every(({ value }) => value.start <= node.start || isStill(value) || isAlike(value)) &&
    isTakenAtOnce(ev, call)
  );
}

const CHAIN = 'itertools.chain';
const isWritten = ({ start, end }: Node, words: string, text: string) => text.slice(start, end) === words;
const isStill = ({ kind }: Expression) => FIXED.has(kind) || kind === 'name';

/** Whether the elements are taken in the statement or the expression that a node is in, perhaps not all of them. */
export const isTakenHere = (ev: Evaluator, node: Node): boolean =>
  isTakenAtOnce(ev, node) ||
  (node.parent?.kind === 'block' && node.parent.keyword === 'for' && node.parent.value === node) ||
  (node.parent?.kind === 'generator' &&
    node.parent.iterable === node &&
    node.parent.parent?.kind === 'comprehension' &&
    isDisplay(ev, node.parent.parent)) ||
  isDrawnHere(ev, node);

/** `for i, element in enumerate(node)` */
function isDrawnHere(ev: Evaluator, { parent: argument }: Node): boolean {
  const call = argument?.kind === 'positional' ? argument.parent : undefined;
  return call?.kind === 'call' && DRAWING.has(resolve(ev.tree, call.callee) ?? '') && isTakenHere(ev, call);
}

/** Functions that take an element of their arguments each time that one is taken of what they return. */
const DRAWING: ReadonlySet<string> = new Set([
  ...['builtins.enumerate', 'builtins.filter', 'builtins.map', 'builtins.zip'],
  ...['itertools.chain', 'itertools.islice', 'itertools.zip_longest'],
]);

/** A comprehension that makes a list, a set or a dict, and no generator. */
const isDisplay = ({ tree: { text } }: Evaluator, { start }: Node): boolean => text[start] !== '(';

/** `[*node]` */
const isSpread = ({ parent }: Node) =>
  parent?.kind === 'starred' && (parent.parent?.kind === 'list' || parent.parent?.kind === 'set');

/** `a, b = node`, which asks for one more element than it has names. */
const isUnpacked = ({ parent }: Node) =>
  parent?.kind === 'assignment' && parent.targets.every(({ kind }) => kind === 'tuple' || kind === 'list');

/** `yield from node`, unless the generator is asked for its first value only. */
const isYieldedFrom = ({ tree, activations }: Evaluator, { parent }: Node) =>
  parent?.kind === 'yield' &&
  /^yield\s+from\b/.test(tree.text.slice(parent.start, parent.end)) &&
  activations.at(-1)?.yields?.most === Number.POSITIVE_INFINITY;

/** The name of the Python function that gets this node and then takes its elements, or else an empty string. */
export function takerOf({ tree }: Evaluator, { parent: argument, end }: Node): string {
  const call = argument?.kind === 'positional' ? argument.parent : undefined;
  if (call?.kind !== 'call') return '';
  const callee: Expression = call.callee;
  // `next(node, default)`, but `filter(test, node)`
  const taken = call.arguments[callee.kind === 'name' && callee.name === 'filter' ? 1 : 0];
  if (argument !== taken) return '';
  // Other arguments are evaluated before it takes the first element.
  const later = call.arguments.filter(({ start }) => start >= end);
  if (!later.every(({ value }) => FIXED.has(value.kind) || resolve(tree, value) !== undefined)) return '';
  if (callee.kind === 'attribute')
    return TAKING_METHODS.has(callee.name) && !ownMethods(tree).has(callee.name) && !isOfTaker(tree)(call)
      ? callee.name
      : '';
  return callee.kind === 'name' && resolve(tree, callee) === `builtins.${callee.name}` ? callee.name : '';
}

/**
 * `names.extend(each for each in more if each not in names)`: the list grows while its elements are made, by code that names
 * it here or in functions that are named here.
 */
const isOfTaker = cachedByTree((tree) =>
  onceWithin(({ callee, arguments: given }: Call): boolean => {
    if (callee.kind !== 'attribute' || !GROWING.has(callee.name)) return false;
    const list = lastName(callee.object);
    if (list === undefined) return true;
    const names = namesOfOne(tree, list);
    // Python calls these without a name.
    const pending: Node[] = [...given.map(({ value }) => value), ...implicitMethods(tree)];
    const seen = new Set<Node>();
    for (let part = pending.pop(); part; part = pending.pop())
      for (const each of walk(part)) {
        if (each.kind !== 'name' && each.kind !== 'attribute') continue;
        if (names.has(each.name) || seen.size > MAX_FOLLOWED) return true;
        const named =
          functionsByName(tree)
            .get(each.name)
            ?.filter((found) => !seen.has(found)) ?? [];
        for (const found of named) seen.add(found);
        pending.push(...named);
      }
    return false;
  }),
);

const lastName = (node: Expression) =>
  node.kind === 'name' || node.kind === 'attribute' ? node.name : undefined;

/** The names that assignments give to what has one of them: `known = self.names`. */
function namesOfOne(tree: Tree, first: string): ReadonlySet<string> {
  const names = new Set([first]);
  for (const name of names) for (const other of assignedNames(tree).get(name) ?? []) names.add(other);
  return names;
}

/** For each name, those that are assigned to it or get what it has. */
const assignedNames = cachedByTree((tree): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const { targets, value } of allOfKind(tree, 'assignment')) {
    const names = [...targets, ...(value ? [value] : [])].flatMap((each) => lastName(each) ?? []);
    for (const a of names) for (const b of names) if (a !== b) addTo(found, a, b);
  }
  return found;
});

/** Methods of the program that Python calls implicitly, of which each may read any object. */
const implicitMethods = cachedByTree((tree) =>
  allOfKind(tree, 'function').filter(({ name }) => IMPLICIT.test(name)),
);
const IMPLICIT = /^__(?!(?:init|new|post_init)__$)\w+__$/;

/** With more functions than this, one of them may name the container. */
const MAX_FOLLOWED = 20;

/** Methods with which a container takes elements one by one. */
const GROWING: ReadonlySet<string> = new Set(['extend', 'extendleft', 'update']);

/** Whether the elements are made for a method of a container that the code that makes them does not name. */
function sparesTaker({ tree }: Evaluator, { parent: argument }: Node): boolean {
  const call = argument?.kind === 'positional' ? argument.parent : undefined;
  return (
    call?.kind === 'call' &&
    call.callee.kind === 'attribute' &&
    GROWING.has(call.callee.name) &&
    !isOfTaker(tree)(call)
  );
}

const functionsByName = cachedByTree((tree) => groupBy(allOfKind(tree, 'function'), ({ name }) => name));

/** Methods of these names that classes of the program define. */
const ownMethods = cachedByTree(
  ({ sections }): ReadonlySet<string> =>
    new Set(sections.flatMap((section) => [...takingMethodsIn(section)])),
);

const takingMethodsIn = cachedBySection(
  (section): ReadonlySet<string> =>
    new Set(
      section.nodes.function.flatMap(({ name, parent }) =>
        parent?.kind === 'class' && TAKING_METHODS.has(name) ? name : [],
      ),
    ),
);
