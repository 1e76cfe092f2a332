import { once } from '../basics/once';
import { isDropped, isExit, isExiting } from '../python/branches';
import { LETTING_THROUGH } from '../python/context-managers';
import { anyIf, caughtBy, type Exceptions, NO_EXCEPTION, suppressedBy } from '../python/exceptions';
import { bindingOf, writtenFor } from '../python/names';
import { isFailureMarked, isMarkingTest, swallowsFailure } from '../python/surroundings';
import {
  type Block,
  type Call,
  type ClassDefinition,
  type Expression,
  type FunctionDefinition,
  type Import,
  type Name,
  type Node,
  type Statement,
  type Tree,
  walk,
} from '../python/tree';
import { attempt, foreseen, leaving, take } from './attempts';
import { attributeOf, memberOf } from './attributes';
import { cached, isCaching } from './cached';
import { defineClass } from './classes';
import {
  anyElementOf,
  elementsInTurn,
  hasItem,
  LIST_METHODS,
  letContentsEscape,
  loopedOver,
  setOf,
  showMaking,
  update,
} from './containers';
import { declared } from './declared';
import { DISPATCHING } from './dispatch';
import { callUnseen } from './escape';
import { type Activation, type Around, type Doubt, type Evaluator, GaveUp } from './evaluator';
import { isPlain, operated, sourceOf } from './expressions';
import {
  augmentedFailure,
  fails,
  isJudged,
  isStraight,
  leaveWhereCaught,
  plainMembers,
  raiseFailure,
} from './failures';
import { functionOf } from './functions';
import { isTrue } from './implicit';
import { letEscape } from './join';
import { MAX_ROUNDS, SHORT_WHILE } from './limits';
import { repeat, unroll } from './loops';
import { runAround, waiting } from './managers';
import { Narrowing } from './narrowing';
import { ownOperation } from './own-operators';
import { isPatch, patchOf, whilePatched } from './patches';
import { matched } from './patterns';
import { dataclassStyle } from './record-styles';
import { checkDivision, checkEntered, checkIterated, refused } from './refusals';
import { assignmentTarget, assignTo, remove } from './targets';
import {
  CACHED_PROPERTY,
  type ClassValue,
  type Frame,
  kinds,
  MANAGED,
  MANAGER,
  NO_ARGUMENTS,
  none,
  passing,
  type RecordStyle,
  STACK,
  truth,
  unknown,
  type Value,
} from './value';

/** Runs statements in order, up to one after which the next one is unreachable. */
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
    const blocks = body.slice(i, end) as Block[];
    const doubt = runBlocks(ev, blocks, frame);
    i = end;
    // A path that continues after a test may depend on its outcome.
    if (doubt && isDoubt(doubt) && blocks.some((each) => isExit(each.body.at(-1))))
      return runDoubted(ev, body.slice(i), frame, doubt);
  }
}

const isDoubt = ({ caught, tested }: Doubt) => caught !== NO_EXCEPTION || tested.size > 0;

const runDoubted = (ev: Evaluator, body: readonly Statement[], frame: Frame, doubt: Doubt): void =>
  ev.doubting(doubt, () => run(ev, body, frame));

const goesOnFrom = (statement: Statement) =>
  statement.kind === 'block' && ['elif', 'else', 'except', 'finally'].includes(statement.keyword);

function runOne(ev: Evaluator, statement: Exclude<Statement, Block>, frame: Frame): void {
  switch (statement.kind) {
    case 'expression':
      ev.evaluate(statement.value, frame);
      if (isExiting(ev.tree, statement.value) || isMarkingTest(ev.tree, statement.value))
        ev.state.isReachable = false;
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
    case 'class':
      bindClass(ev, statement, frame);
      break;
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
      const wasReachable = state.isReachable;
      const value: Value = node ? ev.evaluate(node, frame) : { kind: 'none', node: statement };
      if (wasReachable && !state.isReachable) break;
      const activation = ev.activations.at(-1)!;
      activation.returns.push({
        contents: isAtEnd(statement, activation) ? undefined : state.since(activation.mark),
        value,
        changes: state.length,
        attempts: state.attempts,
      });
      state.isReachable = false;
      break;
    }
    case 'raise':
      for (const value of statement.values) ev.evaluate(value, frame);
      if (isJudged(ev)) fails(ev, statement, raiseFailure(ev, nameOfRaised(statement.values[0])));
      // Callers that catch it find what has changed.
      if (state.hasChangedSince((ev.activations[1] ?? ev.activations[0]!).mark)) state.losses++;
      state.isReachable = false;
      break;
    case 'assert': {
      const [test] = statement.values;
      if (test && isTrue(ev, ev.evaluate(test, frame), test) === false) {
        if (isJudged(ev)) fails(ev, statement, raiseFailure(ev, 'AssertionError'));
        state.isReachable = false;
      } else if (test) new Narrowing(ev, test, frame).enter(true);
      break;
    }
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

/** The class of `raise Class` or `raise Class(…)`. */
function nameOfRaised(raised: Expression | undefined): string {
  const callee = raised?.kind === 'call' ? raised.callee : raised;
  return callee?.kind === 'name' || callee?.kind === 'attribute' ? callee.name : '';
}

/** Whether a `return` is the last statement of a function's body. */
const isAtEnd = (statement: Statement, { definition }: Activation): boolean =>
  definition?.kind === 'function' && definition.body.at(-1) === statement;

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
  const place = assignmentTarget(ev, target, frame);
  const before = place.get();
  const value = ev.evaluate(node, frame);
  const failure = isJudged(ev, before, value) ? augmentedFailure(ev, before, operator, value) : undefined;
  fails(ev, statement, failure);
  if (failure) leaveWhereCaught(ev);
  checkDivision(ev, statement, before, operator.slice(0, -1), value);
  // A list is changed in place; other values are replaced.
  if (before.kind === 'list' && operator === '+=') {
    LIST_METHODS.get('extend')!(ev, before, [value], node, NO_ARGUMENTS.keywords);
    return place.set(before);
  }
  if (before.kind === 'dict' && operator === '|=') {
    update(ev, before, value);
    return place.set(before);
  }
  if (before.kind === 'oneOf' && !before.options.every(isPlain)) {
    letEscape(before, ev.state);
    letEscape(value, ev.state);
    return place.set(unknown(node, 'changed'));
  }
  if (before.kind === 'set' && before.isFrozen) return place.set(setOf(ev, undefined, node, true));
  if (before.kind === 'set' || before.kind === 'list') {
    letEscape(before, ev.state);
    letEscape(value, ev.state);
    return place.set(before);
  }
  // It may be changed in place, and what it holds with it.
  if (before.kind === 'made') letEscape(before, ev.state);
  const own = ownOperation(ev, before, operator, value, node);
  place.set(own ?? operated(ev, before, operator.slice(0, -1), value, node));
}

/** `from module import *` */
function importAll(ev: Evaluator, statement: Import, frame: Frame): void {
  const exported = statement.from === undefined ? undefined : ev.library.exports?.(statement.from);
  for (const name of exported?.names ?? [])
    ev.assign(name, ev.refer(`${statement.from}.${name}`, statement), frame);
  if (exported?.isAll) return;
  ev.importsAll = true;
  for (const [name, { content }] of frame.variables)
    if (content && !isDefinition(content)) ev.assign(name, unknown(statement, 'changed'), frame);
}

/** Whether an import or a definition made a value: such a name is not replaced by accident with another import. */
export const isDefinition = ({ kind }: Value) =>
  kind === 'reference' || kind === 'function' || kind === 'class';

function bindImport(ev: Evaluator, statement: Import, frame: Frame): void {
  const { from, names, star } = statement;
  if (star) importAll(ev, statement, frame);
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
  ev.assign(node.name, decorated(ev, made, decorators, node), frame);
}

function bindClass(ev: Evaluator, node: ClassDefinition, frame: Frame): void {
  const decorators = node.decorators.map((each) => ev.evaluate(each, frame));
  const at = decorators.findIndex((each) => styleOf(ev, each));
  const cls = defineClass(ev, node, decorators[at] && styleOf(ev, decorators[at]), frame);
  const made = decorated(ev, cls, decorators, node);
  // Inner decorators may change the class from which `dataclass` takes the fields.
  const isFollowed = at < 0 || decorators.slice(at).every((each) => isHarmless(ev, each));
  ev.assign(node.name, isFollowed ? made : callUnseen(ev, NO_ARGUMENTS, node, made), frame);
}

/** Python's decorators that do not affect how a function can be called. */
const HARMLESS =
  /^(?:abc\.abstractmethod|dataclasses\.dataclass|typing\.(?:final|override|overload|no_type_check)|enum\.unique|functools\.wraps|typing\.runtime_checkable)$/;

/** Decorators that are followed. */
const CALLED = kinds('function', 'partial', 'instance', 'class', 'oneOf');

/** A method of what a library's call made, such as `@field.validator`. */
const isMethodOfResult = (value: Value) => value.kind === 'method' && value.object.kind === 'made';

/** Decorators that change how a method is bound to an object. */
const WRAPPING: ReadonlySet<string> = new Set([
  'builtins.staticmethod',
  'builtins.classmethod',
  'builtins.property',
  CACHED_PROPERTY,
  MANAGER,
]);

function isHarmless(ev: Evaluator, decorator: Value): boolean {
  const name = nameOf(decorator);
  const isNamed = name !== undefined && (HARMLESS.test(name) || ev.library.isHarmless?.(name) === true);
  return isNamed || ev.library.recordStyle?.(decorator) !== undefined;
}

/** How a decorator makes a class a record, if it does. */
const styleOf = (ev: Evaluator, decorator: Value): RecordStyle | undefined =>
  nameOf(decorator) === 'dataclasses.dataclass'
    ? dataclassStyle(decorator)
    : ev.library.recordStyle?.(decorator);

const nameOf = (value: Value) =>
  value.kind === 'reference' ? value.name : value.kind === 'made' ? value.callee : undefined;

/** The result of decorating a function or a class; the last decorator applies first. */
function decorated(ev: Evaluator, value: Value, decorators: readonly Value[], node: Statement): Value {
  let result = value;
  for (const decorator of decorators.toReversed()) {
    if (isHarmless(ev, decorator) || isPatch(ev, decorator)) continue;
    const name = nameOf(decorator);
    if (name !== undefined && WRAPPING.has(name))
      result = { kind: 'made', callee: name, given: passing(result), node };
    else if (name?.startsWith(DISPATCHING)) result = ev.call(decorator, passing(result), node);
    else if (name !== undefined && isCaching(name)) result = cached(ev, result, decorator, node);
    else if (CALLED.has(decorator.kind) || isMethodOfResult(decorator))
      result = ev.call(decorator, passing(result), node);
    else result = callUnseen(ev, passing(result), node, decorator);
  }
  return result;
}

// ---------------------------------------------------------------- Blocks

/** Returns the doubt behind a test of unknown outcome. */
function runBlocks(ev: Evaluator, blocks: readonly Block[], frame: Frame): Doubt | undefined {
  if (blocks[0]!.keyword === 'if') return runChoices(ev, blocks, frame);
  runOther(ev, blocks, frame);
  return undefined;
}

function runOther(ev: Evaluator, blocks: readonly Block[], frame: Frame): void {
  const [first] = blocks;
  switch (first!.keyword) {
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
      // An `else` without an `if`, as happens while typing.
      for (const { body } of blocks) ev.state.branch([() => run(ev, body, frame), () => {}]);
  }
}

/** Runs `if` and `elif`; returns the same as `runBlocks`. */
function runChoices(ev: Evaluator, blocks: readonly Block[], frame: Frame): Doubt | undefined {
  const [first, ...rest] = blocks;
  const follow = (body: readonly Statement[]) => {
    run(ev, body, frame);
    return undefined;
  };
  if (!first) return undefined;
  if (first.keyword === 'else' || !first.value) return follow(first.body);
  const { tried } = ev;
  const condition = first.value;
  const test = isTrue(ev, ev.evaluate(condition, frame), condition);
  if (test === true) return follow(first.body);
  if (test === false) return runChoices(ev, rest, frame);
  const doubt = ev.doubtBehind(condition, frame, tried);
  const narrowing = new Narrowing(ev, condition, frame);
  const { start, end } = condition;
  const isProgram = RUN_AS_PROGRAM.test(ev.tree.text.slice(start, end));
  const enter = () => {
    if (isProgram) ev.state.programPath = ev.state.path;
    narrowing.enter(true);
    run(ev, first.body, frame);
  };
  const pass = () => {
    narrowing.enter(false);
    runChoices(ev, rest, frame);
  };
  ev.state.branch([() => ev.doubting(doubt, enter), () => ev.doubting(doubt, pass)], true);
  narrowing.leave();
  return doubt;
}

/** What is true where a file runs by itself. */
export const RUN_AS_PROGRAM = /^__name__\s*==\s*(['"])__main__\1$/;

function runLoop(ev: Evaluator, loop: Block, otherwise: Block | undefined, frame: Frame): void {
  const last = otherwise?.keyword === 'else' ? () => run(ev, otherwise.body, frame) : () => {};
  const { target, value: over, body } = loop;
  if (loop.keyword === 'while') return runWhile(ev, loop, last, frame);
  const source = over ? sourceOf(ev, loop, over, frame) : unknown(loop, 'syntax');
  if (over) checkIterated(ev, over, source);
  const value = loopedOver(ev, source);
  const give = (element: Value) => {
    if (target) assignTo(ev, target, element, frame);
    run(ev, body, frame);
  };
  const elementAt = elementsInTurn(ev, value);
  const checkSize = over ? sizeCheck(ev, value, over) : () => {};
  let hasUnknownElements = false;
  const next = (index: number) => {
    const element = elementAt(index);
    if (element === 'unknown') checkSize();
    hasUnknownElements = element === 'unknown';
    if (element !== undefined) isEmpty = false;
    return element === 'unknown' ? undefined : element;
  };
  let isEmpty = true;
  const rest = () => {
    if (isEmpty && !hasUnknownElements) ev.imagine(() => give(anyElementOf(ev, value, target ?? loop)));
    if (!hasUnknownElements) {
      if (!mayEnd(loop)) showMaking(ev, [value], true);
      return last();
    }
    letContentsEscape(ev, value);
    const round = () => {
      showMaking(ev, [value], !mayEnd(loop));
      give(anyElementOf(ev, value, target ?? loop));
    };
    repeat(ev, round, last);
  };
  if (mayEnd(loop)) showMaking(ev, [value], false);
  unroll(ev, next, give, rest);
}

/** Notes that a loop has changed the number of keys of the dict that it goes over, when it asks for the next one. */
function sizeCheck(ev: Evaluator, value: Value, over: Expression): () => void {
  const dict = value.kind === 'view' ? value.of : value;
  const entriesNow = () => (dict.kind === 'dict' ? dict.cell.content : undefined);
  const before = entriesNow();
  return () => {
    const now = entriesNow();
    const isKnown = before && now && !before.hasUnknownEntries && !now.hasUnknownEntries;
    if (isKnown && now.known.size !== before.known.size && isJudged(ev, value) && isStraight(ev))
      fails(
        ev,
        over,
        refused(
          'The loop adds or removes keys of the dict that it goes over. Go over a list of them',
          'RuntimeError',
        ),
      );
  };
}

/** Whether a loop may end early. */
const mayEnd = once(({ body }: Block): boolean =>
  body.some((statement) =>
    [...walk(statement)].some((each) => each.kind === 'simple' && ENDS.has(each.keyword)),
  ),
);
const ENDS: ReadonlySet<string> = new Set(['break', 'raise', 'return']);

/** Unrolls a loop as long as it is known whether there is another iteration. */
function runWhile(ev: Evaluator, loop: Block, last: () => void, frame: Frame): void {
  const { value: test, body } = loop;
  const isEndless = test?.kind === 'constant' && test.value === 'True';
  const check = () => test && isTrue(ev, ev.evaluate(test, frame), test);
  const round = () => run(ev, body, frame);
  let mayContinue = false;
  let goesOnLong = () => true;
  const { returns } = ev.activations.at(-1)!;
  const first = returns.length;
  const goesOn = (index: number, breaks: number) => {
    if (isEndless) {
      // It ends where a condition is known; whoever may have left it makes the rest uncertain.
      const isFollowed = index < SHORT_WHILE && breaks === 0 && returns.length === first && mayEnd(loop);
      mayContinue = !isFollowed;
      return isFollowed || undefined;
    }
    if (index === SHORT_WHILE) goesOnLong = ev.longLoop(MAX_ROUNDS);
    const isWithin = index < SHORT_WHILE || (index <= MAX_ROUNDS && goesOnLong());
    const isAnother = mayContinue || !isWithin ? undefined : foreseen(ev, check);
    if (isAnother === undefined) mayContinue = true;
    else check();
    return isAnother || undefined;
  };
  const rest = () => {
    if (!mayContinue) return last();
    const another = () => {
      check();
      round();
    };
    const end = () => {
      check();
      last();
    };
    repeat(ev, another, end, isEndless);
  };
  unroll(ev, goesOn, round, rest);
}

/** The items of a `with` nest. */
const MAX_ITEMS = 100;

function runWith(ev: Evaluator, block: Block, frame: Frame): void {
  const { items, body } = block;
  const enter = (index: number): void => {
    const item = items[index];
    if (!item) return run(ev, body, frame);
    if (index > MAX_ITEMS) throw new GaveUp();
    const { value: node, target } = item;
    const value = sourceOf(ev, block, node, frame);
    checkEntered(ev, node, value);
    const caught =
      suppressedBy(ev.tree, node) ??
      anyIf(isFailureMarked(ev.tree, block, item) || maySuppress(ev, value, node));
    const manager = waiting(value);
    if (manager) {
      const inner = () =>
        runAround(ev, manager, (entered) => {
          if (target) assignTo(ev, target, entered, frame);
          ev.catching(caught, () => enter(index + 1));
        });
      return caught ? mayEndIn(ev, inner, caught) : inner();
    }
    const exit = value.kind === 'instance' && memberOf(value.cls, '__exit__');
    let entered: Value | undefined;
    if (value.kind === 'instance' && memberOf(value.cls, '__enter__'))
      entered = ev.call(attributeOf(ev, value, '__enter__', node), NO_ARGUMENTS, node);
    else if (value.kind === 'instance' && entersItself(value.cls)) entered = value;
    else if (
      value.kind === 'made' &&
      value.callee === 'contextlib.nullcontext' &&
      !value.given.hasUnknownArguments
    )
      entered = value.given.positional[0] ?? value.given.keywords.get('enter_result') ?? none(node);
    else if (value.kind === 'made' && value.callee === STACK) entered = value;
    else if (value.kind === 'iterator' && value.isStream) entered = value;
    else if (value.kind === 'made' && value.callee === MANAGED) [entered] = value.given.positional;
    else entered = ev.library.entered?.(value);
    if (!entered && value.kind !== 'made') letEscape(value, ev.state);
    if (target) assignTo(ev, target, entered ?? unknown(target, 'call'), frame);
    const inner = () => {
      const { around } = ev;
      ev.around = [value, ...managersOf(value)].reduce(
        (outer: Around, manager) => ({ kind: 'with', manager, outer }),
        around,
      );
      ev.catching(caught, () => enter(index + 1));
      ev.around = around;
    };
    const patch = value.kind === 'made' && patchOf(ev, value);
    if (exit) {
      const leave = (...problem: Value[]) =>
        ev.call(attributeOf(ev, value, '__exit__', node), passing(...problem), node);
      const nothing = () => {
        leave(none(node), none(node), none(node));
      };
      const failing = () => {
        const anything = unknown(node, 'call');
        if (truth(leave(anything, anything, anything)) === false) ev.state.isReachable = false;
      };
      leaving(ev, inner, nothing, failing);
    } else if (patch) whilePatched(ev, patch, inner);
    else if (caught || !letsFail(ev, value)) mayEndIn(ev, inner, caught);
    else inner();
  };
  enter(0);
}

/** Runs a part that may end at any point, behind which the program goes on. */
function mayEndIn(ev: Evaluator, part: () => void, caught: Exceptions): void {
  const { end, anywhere } = attempt(ev, part);
  meetBehind(ev, caught, [() => take(ev, end), () => take(ev, anywhere)]);
}

/** The context managers that a function of the program enters for a block. */
const managersOf = (value: Value): readonly Value[] =>
  value.kind === 'made' && value.callee === MANAGED ? value.given.positional.slice(1) : [];

/** Whether the base of a class has an `__enter__` that returns the object. */
function entersItself({ inherited }: ClassValue): boolean {
  const base = inherited.find(({ kind }) => kind !== 'class');
  return base?.kind === 'reference' && base.name === 'contextlib.AbstractContextManager';
}

/** Whether a context manager is known to let exceptions through. */
function letsFail(ev: Evaluator, value: Value): boolean {
  if (value.kind === 'oneOf') return value.options.every((option) => letsFail(ev, option));
  return value.kind === 'made' && (LETTING_THROUGH.has(value.callee) || ev.library.isReading(value.callee));
}

/** Whether a context manager may suppress an exception, so that the program continues after the block. */
function maySuppress(ev: Evaluator, value: Value, node: Expression): boolean {
  if (value.kind === 'oneOf') return value.options.some((option) => maySuppress(ev, option, node));
  // A parametrized test passes in whether it should fail, or what makes a manager that knows.
  const written = writtenFor(ev.tree, node);
  const given = written.kind === 'call' ? written.callee : written;
  const isGiven = given.kind === 'name' && value.kind === 'unknown' && isParameter(ev.tree, given);
  return isGiven || swallowsFailure(ev.tree, value.node);
}

const isParameter = (tree: Tree, name: Name): boolean => bindingOf(tree, name)?.kind === 'parameter';

function runMatch(ev: Evaluator, { value: node, body }: Block, frame: Frame): void {
  const cases = body.filter((each): each is Block => each.kind === 'block' && each.keyword === 'case');
  const subject = node ? ev.evaluate(node, frame) : unknown(cases[0]!, 'syntax');
  const from = (index: number): void => {
    const each = cases[index];
    if (!each) return;
    const { target, value: guard, body } = each;
    const follow = () => run(ev, body, frame);
    const others = () => from(index + 1);
    const bound = target && matched(ev, target, subject, frame);
    if (bound === false) return others();
    const check = () => (guard ? isTrue(ev, ev.evaluate(guard, frame), guard) : true);
    if (bound) {
      for (const [name, value] of bound) ev.assign(name, value, frame);
      const isTaken = check();
      if (isTaken === undefined) {
        const doubt = ev.doubtBehind(guard!, frame, ev.tried);
        ev.state.branch([() => ev.doubting(doubt, follow), () => ev.doubting(doubt, others)]);
      } else if (isTaken) follow();
      else others();
      return;
    }
    letEscape(subject, ev.state);
    const enter = () => {
      if (target) bindPattern(ev, target, frame);
      check();
    };
    ev.state.branch([
      () => {
        enter();
        follow();
      },
      () => {
        // A pattern that does not match, or whose guard fails, may have bound names before.
        ev.state.branch([enter, () => {}]);
        others();
      },
    ]);
  };
  from(0);
}

/** Binds the names in a pattern to unknown values; the parts of the subject are not followed. */
function bindPattern(ev: Evaluator, pattern: Expression, frame: Frame): void {
  for (const node of walk(pattern))
    if (node.kind === 'name' && node.parent?.kind !== 'attribute')
      ev.assign(node.name, unknown(node, 'branch'), frame);
}

// ---------------------------------------------------------------- Exceptions

/**
 * Joins the paths behind a part in which some exceptions are caught. What escapes because it may have any of its contents
 * there, as the paths begin or meet, is called in that part, if at all.
 */
function meetBehind(ev: Evaluator, caught: Exceptions, paths: readonly (() => void)[]): void {
  const { escapes, state } = ev;
  const settle = () => ev.catching(caught, () => escapes.invalidateEffects());
  settle();
  state.branch(paths);
  settle();
}

function runTry(ev: Evaluator, blocks: readonly Block[], frame: Frame): void {
  const last = blocks.find(({ keyword }) => keyword === 'finally');
  if (!last) return runHandlers(ev, blocks, frame);
  const finish = () => run(ev, last.body, frame);
  const caught = anyIf(isDropped(blocks[0]!));
  leaving(
    ev,
    () => ev.catching(caught, () => runHandlers(ev, blocks, frame)),
    finish,
    () => {
      finish();
      ev.state.isReachable = false;
    },
  );
}

/** Whether a statement certainly raises nothing: `width = widths['user']`, `count = len(names)` */
function isCertain(ev: Evaluator, statement: Statement, frame: Frame): boolean {
  const value =
    statement.kind === 'assignment' &&
    statement.operator === '=' &&
    statement.targets.every(({ kind }) => kind === 'name')
      ? statement.value
      : statement.kind === 'simple' && statement.keyword === 'return'
        ? statement.values[0]
        : statement.kind === 'expression'
          ? statement.value
          : undefined;
  if (value?.kind === 'call') return isCertainCall(ev, value, frame);
  if (value?.kind !== 'subscript') return false;
  const { object, indices } = value;
  const [index, ...more] = indices;
  const isRead = object.kind === 'name' && (index?.kind === 'name' || index?.kind === 'string');
  return (
    isRead &&
    more.length === 0 &&
    foreseen(ev, () => hasItem(ev, ev.evaluate(object, frame), ev.evaluate(index, frame))) === true
  );
}

/** Whether a call of one of Python's own functions or methods, with names and literals, has a known result. */
function isCertainCall(ev: Evaluator, call: Call, frame: Frame): boolean {
  const { callee, arguments: given } = call;
  const isOwn = foreseen(ev, () => {
    if (callee.kind === 'name') {
      const named = ev.evaluate(callee, frame);
      return named.kind === 'reference' && named.name.startsWith('builtins.');
    }
    return (
      callee.kind === 'attribute' &&
      callee.object.kind === 'name' &&
      plainMembers(ev.evaluate(callee.object, frame))?.includes(callee.name) === true
    );
  });
  const isPlain = given.every(({ kind, value }) => kind === 'positional' && PLAIN.has(value.kind));
  return isOwn === true && isPlain && foreseen(ev, () => isKnown(ev.evaluate(call, frame))) === true;
}

const PLAIN: ReadonlySet<Node['kind']> = new Set(['name', 'constant', 'number', 'string']);

const isKnown = (value: Value): boolean =>
  value.kind === 'view' || ('value' in value && value.value !== undefined);

function runHandlers(ev: Evaluator, [first, ...rest]: readonly Block[], frame: Frame): void {
  const handlers = rest.filter(({ keyword }) => keyword === 'except');
  const otherwise = rest.find(({ keyword }) => keyword === 'else');
  if (handlers.length === 0) return run(ev, first!.body, frame);
  if (first!.body.every((statement) => isCertain(ev, statement, frame))) {
    run(ev, first!.body, frame);
    if (otherwise && ev.state.isReachable) run(ev, otherwise.body, frame);
    return;
  }
  const caught = caughtBy(ev.tree, first!);
  const { end, anywhere } = attempt(ev, () => ev.catching(caught, () => run(ev, first!.body, frame)));
  const isImport = first!.body.every(({ kind }) => kind === 'import');
  const handlerPaths = handlers.map((handler) => () => {
    take(ev, anywhere);
    if (handler.value) ev.evaluate(handler.value, frame);
    if (handler.target) assignTo(ev, handler.target, unknown(handler.target, 'call'), frame);
    run(ev, handler.body, frame);
    // An import in a handler is a fallback for the one in the `try`, which counts.
    if (isImport && end) ev.state.isReachable = false;
  });
  meetBehind(ev, caught, [
    () => {
      take(ev, end);
      if (otherwise && ev.state.isReachable) run(ev, otherwise.body, frame);
    },
    ...handlerPaths,
  ]);
}
