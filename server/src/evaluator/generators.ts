import { Attached } from '../basics/attached';
import { resolve } from '../python/names';
import { childrenOf, type FunctionDefinition, type Node, sectionOf, type Yield } from '../python/tree';
import { foreseen } from './attempts';
import { anyElementOf, iterate, iteratorOf, listOf, setAll, tupleOf, unchanged } from './containers';
import { callUnseen, letReachableEscape, readableFrom } from './escape';
import type { Evaluator, Yields } from './evaluator';
import { letEscape } from './join';
import { isTakenAtOnce, isTakenHere, lazily, takerOf } from './lazy';
import {
  type Arguments,
  type Elements,
  type FunctionValue,
  none,
  unknown,
  type Value,
  valuesOf,
} from './value';

/** The result of calling a generator function, a class's `__iter__` at the class itself; `run` evaluates its body. */
export function generated(
  ev: Evaluator,
  callee: FunctionValue,
  given: Arguments,
  node: Node,
  run: (yields: Yields) => void,
): Value {
  const isFirst = takerOf(ev, node) === 'next';
  const most = isFirst ? 1 : sliceTaking(ev, node);
  let seen: readonly Value[] = [];
  const made = (): Elements => {
    const yields: Yields = { list: listOf(ev, [], node), most, checks: [], seen: [] };
    run(yields);
    ({ seen } = yields);
    return yields.checks.every((isAsGiven) => isAsGiven()) ? yields.list.cell.content : undefined;
  };
  if (ev.trials > MAX_TRIALS) return atAnyTime(ev, callee, given, node);
  if (isFirst) return iteratorOf(ev, made(), node);
  let isTimeless = false;
  const found = lazily(ev, node, {
    all: made,
    // That is seen where the function is evaluated by itself.
    any() {
      if (isTimeless) ev.state.escaping.push(callee);
    },
    sources: [],
    reads: () => readableFrom(ev, [callee, ...valuesOf(given)]),
  });
  // It is unknown when the body runs, which matters unless it changes nothing: a loop checks what it reads at each element.
  const isSliced = Number.isFinite(most) && isTakenHere(ev, node.parent!.parent!);
  isTimeless = !isSliced && !!found.cell.content && isTakenHere(ev, node) && !mayBeClosed(callee.definition);
  if (!isSliced && !isTimeless && !isTakenAtOnce(ev, node)) ev.state.escaping.push(callee);
  if (found.cell.content) return { ...found, hasEnd: !Number.isFinite(most) };
  // What it does is seen, though not how often.
  const isTaken = node.kind === 'class' || isTakenHere(ev, node);
  if (ev.trials === 0 && isTaken) ev.state.branch([() => void made(), () => {}]);
  const anySeen = () => {
    const [first, ...others] = seen.map((value) => lasting(value, node));
    const any = first && others.reduce((a, b) => either(ev, a, b), first);
    return any?.kind === 'unknown' ? undefined : any;
  };
  const result = atAnyTime(ev, callee, given, node);
  if (!ev.state.isReachable || !anySeen()) return result;
  // Later values are made from what others may have changed until then.
  foreseen(ev, made);
  const any = anySeen();
  if (!any) return result;
  const isSame = unchanged(readableFrom(ev, [callee, ...valuesOf(given)]));
  return { ...iteratorOf(ev, undefined, node), each: () => (isSame() ? any : unknown(node, 'loop')) };
}

/** What remains true of a value that is yielded in a loop: what can change may differ each time. */
function lasting(value: Value, node: Node): Value {
  if (value.kind === 'tuple' && value.elements && !value.cls)
    return tupleOf(
      value.elements.map((each) => lasting(each, node)),
      node,
    );
  return LASTING.has(value.kind === 'made' ? (value.facts?.kind ?? '') : value.kind)
    ? value
    : unknown(node, 'loop');
}

/** One of two yielded values; tuples are compared element by element. */
const either = (ev: Evaluator, a: Value, b: Value): Value =>
  a.kind === 'tuple' && b.kind === 'tuple' && a.elements?.length === b.elements?.length
    ? tupleOf(
        a.elements?.map((each, i) => either(ev, each, b.elements![i]!)),
        a.node,
      )
    : ev.join(a, b);

const LASTING: ReadonlySet<string> = new Set(['none', 'bool', 'int', 'float', 'str']);

/** Whether something of a generator runs when its elements are no longer asked for. */
const mayBeClosed = (definition: Node): boolean =>
  yieldsIn(definition).some((each) => {
    for (let at = each.parent; at && at !== definition; at = at.parent)
      if (at.kind === 'block' && (at.keyword === 'try' || at.keyword === 'with')) return true;
    return false;
  });

/** A generator that is not followed: its effects may happen at any time. */
function atAnyTime(ev: Evaluator, callee: FunctionValue, given: Arguments, node: Node): Value {
  letReachableEscape(ev, callee);
  return callUnseen(ev, given, node, callee);
}

/** Trial evaluations nest, and each evaluates the generator again. */
const MAX_TRIALS = 2;

/** How many elements `itertools.islice(node, count)` takes. */
function sliceTaking({ tree }: Evaluator, { parent: argument }: Node): number {
  const call = argument?.kind === 'positional' ? argument.parent : undefined;
  const [first, count, ...more] = call?.kind === 'call' ? call.arguments : [];
  const isSlice = call?.kind === 'call' && resolve(tree, call.callee) === 'itertools.islice';
  return isSlice && first === argument && count?.value.kind === 'number' && more.length === 0
    ? Math.max(1, Number(count.value.text))
    : Number.POSITIVE_INFINITY;
}

/** `yield value` */
export function give(ev: Evaluator, node: Yield, value: Value): void {
  const isFrom = /^yield\s+from\b/.test(ev.tree.text.slice(node.start, node.end));
  const activation = ev.activations.at(-1);
  const yields = activation?.yields;
  if (activation?.lend) return activation.lend(value);
  if (!activation || !yields) return letEscape(value, ev.state);
  const { list, most, checks } = yields;
  const added = isFrom ? iterate(ev, value) : [value];
  yields.seen.push(...(added ?? [anyElementOf(ev, value, value.node)]));
  const all = list.cell.content;
  if (!all || !added) {
    for (const each of [...(all ?? []), value]) letEscape(each, ev.state);
    ev.state.write<Elements>(list.cell, undefined);
    return;
  }
  if (all.length + added.length >= most) {
    const { state } = ev;
    checks.push(unchanged(readableFrom(ev, added)));
    state.write<Elements>(list.cell, [...all, ...added].slice(0, most));
    activation.returns.push({
      contents: state.since(activation.mark),
      value: none(node),
      changes: Number.NaN,
      attempts: state.attempts,
    });
    state.isReachable = false;
    return;
  }
  checks.push(unchanged(readableFrom(ev, added)));
  setAll(ev, list, [...all, ...added], node);
}

const generators = new Attached<Node, boolean>();

/** Whether a function contains a `yield` of its own. */
export function isGenerator(definition: FunctionDefinition): boolean {
  let found = generators.get(definition);
  if (found === undefined) {
    // Most sections have no `yield`.
    found = sectionOf(definition).nodes.yield.length > 0 && yieldsIn(definition).length > 0;
    generators.set(definition, found);
  }
  return found;
}

/** `async def` */
export const isAsync = (text: string, { start, nameStart }: FunctionDefinition): boolean =>
  /\basync\s+def\s*$/.test(text.slice(Math.max(start, nameStart - 40), nameStart));

/** The `yield`s of a function's own. */
export function yieldsIn(definition: Node): readonly Node[] {
  const found: Node[] = [];
  const pending: Node[] = 'body' in definition && Array.isArray(definition.body) ? [...definition.body] : [];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.kind === 'yield') found.push(node);
    if (node.kind === 'function' || node.kind === 'class' || node.kind === 'lambda') continue;
    pending.push(...childrenOf(node));
  }
  return found;
}
