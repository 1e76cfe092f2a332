import {
  type Block,
  type Expression,
  type FunctionDefinition,
  type Import,
  type Statement,
  walk,
} from '../../python/tree';
import { attributeOf, memberOf } from './attributes';
import { defineClass } from './classes';
import { iterate, loseHeld, update } from './containers';
import { declared } from './declared';
import { giveAway } from './escape';
import type { Evaluator } from './evaluator';
import { operated } from './expressions';
import { functionOf } from './functions';
import { lose } from './join';
import { MAX_ROUNDS } from './limits';
import { repeat, unroll } from './loops';
import type { Cell, Contents } from './state';
import { assignTo, remove } from './targets';
import { type Frame, NOTHING, truth, unknown, type Value } from './value';

/** Goes through statements in their order, up to one that does not go on to the next. */
export function run(ev: Evaluator, body: readonly Statement[], frame: Frame): void {
  for (let i = 0; i < body.length && ev.state.isReachable; ) {
    const statement = body[i]!;
    ev.step();
    if (statement.kind !== 'block') {
      runOne(ev, statement, frame);
      i++;
      continue;
    }
    let end = i + 1;
    while (end < body.length && goesOnFrom(body[end]!)) end++;
    runBlocks(ev, body.slice(i, end) as Block[], frame);
    i = end;
  }
}

const goesOnFrom = (statement: Statement) =>
  statement.kind === 'block' && ['elif', 'else', 'except', 'finally'].includes(statement.keyword);

function runOne(ev: Evaluator, statement: Exclude<Statement, Block>, frame: Frame): void {
  switch (statement.kind) {
    case 'expression':
      ev.evaluate(statement.value, frame);
      break;
    case 'assignment':
      assign(ev, statement, frame);
      break;
    case 'import':
      bindImport(ev, statement, frame);
      break;
    case 'function':
      defineFunction(ev, statement, frame);
      break;
    case 'class': {
      const decorators = statement.decorators.map((each) => ev.evaluate(each, frame));
      const isDataclass = decorators.some((each) => nameOf(each) === 'dataclasses.dataclass');
      const cls = defineClass(ev, statement, isDataclass, frame);
      ev.assign(statement.name, decorated(ev, cls, decorators, statement), frame);
      break;
    }
    case 'simple':
      runSimple(ev, statement, frame);
      break;
  }
}

function runSimple(ev: Evaluator, statement: Extract<Statement, { kind: 'simple' }>, frame: Frame): void {
  const { state } = ev;
  switch (statement.keyword) {
    case 'return': {
      const [node] = statement.values;
      const value: Value = node ? ev.evaluate(node, frame) : { kind: 'none', node: statement };
      const activation = ev.activations.at(-1)!;
      const length = state.length;
      activation.returns.push({
        contents: state.since(activation.mark),
        value,
        isLast: (now) => now.length === length,
      });
      state.isReachable = false;
      break;
    }
    case 'raise':
      for (const value of statement.values) ev.evaluate(value, frame);
      state.isReachable = false;
      break;
    case 'assert':
      for (const value of statement.values.slice(0, 1)) ev.evaluate(value, frame);
      break;
    case 'del':
      for (const target of statement.values) remove(ev, target, frame);
      break;
    case 'break':
    case 'continue': {
      const loop = ev.loops.at(-1);
      if (loop) loop[statement.keyword === 'break' ? 'breaks' : 'continues'].push(state.since(loop.mark));
      state.isReachable = false;
      break;
    }
    default:
  }
}

// ---------------------------------------------------------------- Bindings

function assign(ev: Evaluator, statement: Extract<Statement, { kind: 'assignment' }>, frame: Frame): void {
  const { targets, operator, annotation, value: node } = statement;
  if (!node) return;
  if (operator === '=') {
    const value = declared(ev, ev.evaluate(node, frame), annotation, frame);
    for (const target of targets) assignTo(ev, target, value, frame);
    return;
  }
  const [target] = targets;
  if (!target) return;
  const before = ev.evaluate(target, frame);
  const value = ev.evaluate(node, frame);
  // A list takes in what is added; others are replaced.
  if (before.kind === 'list' && operator === '+=') {
    const all = before.cell.content;
    const more = iterate(ev, value);
    if (!all || !more) {
      lose(before, ev.state);
      lose(value, ev.state);
    } else ev.state.write(before.cell, [...all, ...more]);
    return assignTo(ev, target, before, frame);
  }
  if (before.kind === 'dict' && operator === '|=') {
    update(ev, before, value);
    return assignTo(ev, target, before, frame);
  }
  if (before.kind === 'set' || before.kind === 'list') {
    lose(before, ev.state);
    lose(value, ev.state);
    return assignTo(ev, target, before, frame);
  }
  assignTo(ev, target, operated(ev, before, operator.slice(0, -1), value, node), frame);
}

function bindImport(ev: Evaluator, statement: Import, frame: Frame): void {
  const { from, names, star } = statement;
  if (star) ev.importsAll = true;
  for (const { name, alias } of names) {
    if (name === '') continue;
    const [root = ''] = name.split('.');
    const path =
      from === undefined
        ? alias === undefined
          ? root
          : name
        : from.endsWith('.')
          ? from + name
          : `${from}.${name}`;
    ev.assign(alias ?? (from === undefined ? root : name), ev.refer(path, statement), frame);
  }
}

function defineFunction(ev: Evaluator, node: FunctionDefinition, frame: Frame): void {
  const decorators = node.decorators.map((each) => ev.evaluate(each, frame));
  const made = functionOf(ev, node, frame);
  if (ev.trials === 0) ev.activations.at(-1)!.functions.push(made);
  ev.assign(node.name, decorated(ev, made, decorators, node), frame);
}

/** Decorators that leave a function as it is, as far as its calls tell. */
const HARMLESS =
  /^(?:abc\.abstractmethod|dataclasses\.dataclass|typing\.(?:final|override|overload|no_type_check)|functools\.wraps|tensorflow(?:\.compat\.v[12])?\.(?:function|autograph\..*)|absl\..*)$/;

const nameOf = (value: Value) =>
  value.kind === 'reference' ? value.name : value.kind === 'made' ? value.by : undefined;

/** What decorators make of a function or a class, the last one first. */
function decorated(ev: Evaluator, value: Value, decorators: readonly Value[], node: Statement): Value {
  let result = value;
  for (const decorator of decorators.toReversed()) {
    const name = nameOf(decorator);
    if (name !== undefined && HARMLESS.test(name)) continue;
    if (name === 'builtins.staticmethod' || name === 'builtins.classmethod' || name === 'builtins.property')
      result = { kind: 'made', by: name, given: { ...NOTHING, positional: [result] }, node };
    else if (decorator.kind === 'method' && decorator.name === 'setter' && decorator.object.kind === 'made') {
      const [getter] = decorator.object.given.positional;
      result = {
        kind: 'made',
        by: 'builtins.property',
        given: { ...NOTHING, positional: [getter!, result] },
        node,
      };
    } else if (decorator.kind === 'function' || decorator.kind === 'partial')
      result = ev.call(decorator, { ...NOTHING, positional: [result] }, node);
    else {
      giveAway(ev, result);
      result = unknown(node, 'call');
    }
  }
  return result;
}

// ---------------------------------------------------------------- Blocks

function runBlocks(ev: Evaluator, blocks: readonly Block[], frame: Frame): void {
  const [first] = blocks;
  switch (first!.keyword) {
    case 'if':
      return runChoices(ev, blocks, frame);
    case 'for':
    case 'while':
      return runLoop(ev, first!, blocks[1], frame);
    case 'try':
      return runTry(ev, blocks, frame);
    case 'with':
      return runWith(ev, first!, frame);
    case 'match':
      return runMatch(ev, first!, frame);
    default:
      // An `else` that goes on from nothing, as it is while one types.
      for (const { body } of blocks) ev.state.branch([() => run(ev, body, frame), () => {}]);
  }
}

function runChoices(ev: Evaluator, blocks: readonly Block[], frame: Frame): void {
  const [first, ...rest] = blocks;
  if (!first) return;
  if (first.keyword === 'else' || !first.value) return run(ev, first.body, frame);
  const test = truth(ev.evaluate(first.value, frame));
  if (test === true) return run(ev, first.body, frame);
  if (test === false) return runChoices(ev, rest, frame);
  ev.state.branch([() => run(ev, first.body, frame), () => runChoices(ev, rest, frame)]);
}

function runLoop(ev: Evaluator, loop: Block, otherwise: Block | undefined, frame: Frame): void {
  const last = otherwise?.keyword === 'else' ? () => run(ev, otherwise.body, frame) : () => {};
  const { target, value: over, body } = loop;
  if (loop.keyword === 'while') {
    const test = over && truth(ev.try(() => ev.evaluate(over, frame)));
    if (test === false) {
      ev.evaluate(over!, frame);
      return last();
    }
    const isEndless = over?.kind === 'constant' && over.value === 'True';
    const round = () => {
      if (over) ev.evaluate(over, frame);
      run(ev, body, frame);
    };
    repeat(ev, round, isEndless);
    return ev.state.isReachable ? last() : undefined;
  }
  const value = over ? ev.evaluate(over, frame) : unknown(loop, 'syntax');
  const all = iterate(ev, value);
  const give = (element: Value) => {
    if (target) assignTo(ev, target, element, frame);
    run(ev, body, frame);
  };
  if (all && all.length <= MAX_ROUNDS) return unroll(ev, all, give, last);
  loseHeld(ev, value);
  for (const each of all ?? []) lose(each, ev.state);
  repeat(ev, () => give(ev.library.loopElement?.(value, loop, ev) ?? unknown(target ?? loop, 'loop')));
  last();
}

function runWith(ev: Evaluator, { items, body }: Block, frame: Frame): void {
  let mayEnd = false;
  for (const { value: node, target } of items) {
    const value = ev.evaluate(node, frame);
    const name = value.kind === 'made' ? value.by : '';
    const callee = node.kind === 'call' ? node.callee : node;
    const called = callee.kind === 'attribute' || callee.kind === 'name' ? callee.name : '';
    if (/(?:^|\.)suppress$/.test(name) || /^(?:suppress|raises|assertRaises.*|assert_raises.*)$/.test(called))
      mayEnd = true;
    let entered: Value | undefined;
    if (value.kind === 'instance' && memberOf(value.cls, '__enter__'))
      entered = ev.call(attributeOf(ev, value, '__enter__', node), NOTHING, node);
    else entered = ev.library.entered?.(value, node, ev);
    if (target) assignTo(ev, target, entered ?? unknown(target, 'call'), frame);
  }
  if (!mayEnd) return run(ev, body, frame);
  const { start } = attempt(ev, () => run(ev, body, frame));
  // It may have ended anywhere.
  apply(ev, start);
}

function runMatch(ev: Evaluator, { value: subject, body }: Block, frame: Frame): void {
  if (subject) loseHeld(ev, ev.evaluate(subject, frame));
  const cases = body.filter((each): each is Block => each.kind === 'block' && each.keyword === 'case');
  ev.state.branch([
    ...cases.map(({ target, value, body }) => () => {
      if (target) bindPattern(ev, target, frame);
      if (value) ev.evaluate(value, frame);
      run(ev, body, frame);
    }),
    () => {},
  ]);
}

/** Names in a pattern get parts of the subject, which are not followed. */
function bindPattern(ev: Evaluator, pattern: Expression, frame: Frame): void {
  for (const node of walk(pattern))
    if (node.kind === 'name' && node.parent?.kind !== 'attribute')
      ev.assign(node.name, unknown(node, 'branch'), frame);
}

// ---------------------------------------------------------------- Exceptions

/** Goes through a part that may end anywhere, and takes it back: what it leaves at its end, and what it may leave before. */
function attempt(
  ev: Evaluator,
  part: () => void,
): { readonly end: Contents | undefined; readonly start: Contents } {
  const { state } = ev;
  const mark = state.mark();
  part();
  const end = state.isReachable ? state.since(mark) : undefined;
  const seen = state.allSince(mark);
  state.rollback(mark);
  state.isReachable = true;
  const start = new Map<Cell<unknown>, unknown>();
  for (const [cell, contents] of seen) {
    if (cell.born > mark.clock) start.set(cell, cell.content);
    else
      start.set(
        cell,
        contents.reduce((a, b) => (a === b ? a : cell.kind.join(a, b, state))),
      );
  }
  state.release();
  return { end, start };
}

function apply(ev: Evaluator, contents: Contents): void {
  for (const [cell, content] of contents) ev.state.write(cell, content);
}

function runTry(ev: Evaluator, blocks: readonly Block[], frame: Frame): void {
  const [first, ...rest] = blocks;
  const handlers = rest.filter(({ keyword }) => keyword === 'except');
  const otherwise = rest.find(({ keyword }) => keyword === 'else');
  const last = rest.find(({ keyword }) => keyword === 'finally');
  const { end, start } = attempt(ev, () => run(ev, first!.body, frame));
  const isImport = first!.body.every(({ kind }) => kind === 'import');
  const ways = handlers.map((handler) => () => {
    apply(ev, start);
    if (handler.value) ev.evaluate(handler.value, frame);
    if (handler.target) assignTo(ev, handler.target, unknown(handler.target, 'call'), frame);
    run(ev, handler.body, frame);
    // Of two imports the first is what both are to be.
    if (isImport && end) ev.state.isReachable = false;
  });
  const whole = () => {
    apply(ev, end!);
    if (otherwise) run(ev, otherwise.body, frame);
  };
  if (end && handlers.length === 0) whole();
  else
    ev.state.branch(end ? [whole, ...ways] : ways.length > 0 ? ways : [() => (ev.state.isReachable = false)]);
  if (!last) return;
  const { isReachable } = ev.state;
  if (isReachable) run(ev, last.body, frame);
  else {
    const mark = ev.state.mark();
    ev.state.outcome(mark, () => run(ev, last.body, frame));
    ev.state.release();
    ev.state.isReachable = false;
  }
}
