import { once, oncePerName } from '../basics/once';
import { ENDING } from '../python/branches';
import { ANY_OF_CALL, anyIf, NO_EXCEPTION, PERHAPS } from '../python/exceptions';
import { expectsFailure, isExpectedToFail } from '../python/surroundings';
import { type Call, type FunctionDefinition, isLoop, type Node, type Parameter, walk } from '../python/tree';
import { attributeOf, classesBehind, memberNamed, memberOf, store } from './attributes';
import { checkFunction, checkMethod } from './builtin-refusals';
import { BUILTINS } from './builtins';
import { callCached } from './cached';
import { callByBase, callsItself, runCallbacks, writeTo } from './callbacks';
import { initialize, instantiate, namedTupleOf } from './classes';
import {
  DICT_METHODS,
  dictOf,
  iterate,
  LIST_METHODS,
  listOf,
  putEntry,
  SET_METHODS,
  TUPLE_METHODS,
  tupleOf,
} from './containers';
import { methodOfCounter } from './counters';
import { declared } from './declared';
import { methodOfDeque } from './deques';
import { either } from './either';
import { callUnseen, letReachableEscape } from './escape';
import type { Activation, Evaluator } from './evaluator';
import { reach } from './failures';
import { generated, isAsync, isGenerator } from './generators';
import { COMPARING, touch, touchGiven, WRITING } from './implicit';
import { letEscape, variable } from './join';
import { isTakenHere } from './lazy';
import { managed, waiting } from './managers';
import { MODULES } from './modules';
import { PATCHES, patchesAbove, runPatched } from './patches';
import { isOverriddenElsewhere } from './placeholders';
import { readStream } from './streams';
import { formatTemplate, stringMethod } from './strings';
import { problemOfFormat, unfilled } from './templates';
import {
  type Arguments,
  CACHED,
  eachArgument,
  type Frame,
  type FunctionValue,
  int,
  kinds,
  MANAGED,
  MANAGER,
  NO_ELEMENTS,
  none,
  STACK,
  type StrValue,
  someArgument,
  str,
  unknown,
  type Value,
  valuesOf,
} from './value';

/** The result of a call. `isAwaited` runs the body of an `async` function. */
export function call(ev: Evaluator, callee: Value, given: Arguments, node: Node, isAwaited = false): Value {
  ev.step();
  reach(ev, node, callee, given);
  if ((ev.caught & ANY_OF_CALL) !== 0 && callee.kind === 'reference' && !callee.name.startsWith('builtins.'))
    ev.tried++;
  const { caught } = ev;
  ev.caught |= anyIf(expectsFailure(ev.tree, node));
  const result = callAny(ev, callee, given, node, isAwaited);
  ev.caught = caught;
  return result;
}

function callAny(ev: Evaluator, callee: Value, given: Arguments, node: Node, isAwaited: boolean): Value {
  switch (callee.kind) {
    case 'function':
      return callFunction(ev, callee, given, node, isAwaited);
    case 'partial':
      return call(ev, callee.callee, completed(callee.given, given), node, isAwaited);
    case 'class':
      return instantiate(ev, callee, given, node);
    case 'method':
      return callMethod(ev, callee.object, callee.name, given, node);
    case 'reference':
      return callReference(ev, callee.name, given, node);
    case 'instance': {
      const own = memberOf(callee.cls, '__call__');
      if (own) return call(ev, attributeOf(ev, callee, '__call__', node), given, node);
      return ev.library.called?.(callee, given, node, ev) ?? callUnseen(ev, given, node, callee);
    }
    case 'made':
      if (callee.callee === CACHED) return callCached(ev, callee, given, node);
      if (callee.callee === MANAGER) {
        const [made] = callee.given.positional;
        if (made?.kind === 'function') return managed(ev, made, given, node);
      }
      return (
        methodOfMade(ev, callee, '__call__', given, node) ??
        ev.library.method?.(callee, '__call__', given, node, ev) ??
        callUnseen(ev, given, node, callee)
      );
    case 'oneOf':
      return callEither(ev, callee, given, node, isAwaited);
    default:
      return callUnseen(ev, given, node, callee);
  }
}

function callEither(
  ev: Evaluator,
  { options, isChoice }: Extract<Value, { kind: 'oneOf' }>,
  given: Arguments,
  node: Node,
  isAwaited: boolean,
): Value {
  // A call of None fails whatever it gives.
  const classes = new Set(options.filter(({ kind }) => kind !== 'none').map(classOfCalled));
  const isLenient = options.some(mayTakeOthers) || classes.size > 1;
  // One may accept what the others refuse, and which object it is may decide on the arguments.
  const caughtFor = (option: Value) =>
    anyIf(isLenient && !mayTakeOthers(option)) | (OF_OBJECT.has(option.kind) ? PERHAPS : NO_EXCEPTION);
  const follow = (option: Value) => () =>
    ev.catching(caughtFor(option), () => call(ev, option, given, node, isAwaited));
  return either(ev, options.map(follow), node, isChoice);
}

/** Whether a value may take other arguments than a library's class: code of the program, a mock, or what is not known. */
const mayTakeOthers = (value: Value): boolean =>
  LENIENT.has(value.kind) || (value.kind === 'made' && MOCK.test(value.callee));

const LENIENT = kinds('function', 'partial', 'class', 'instance', 'unknown');
/** What is called there is an object or a method of it. */
const OF_OBJECT = kinds('method', 'partial', 'made', 'instance');

/** The library's class of an object that is called, itself or by a method; undefined for all that is no object. */
function classOfCalled(callee: Value): string | undefined {
  const object = callee.kind === 'method' ? callee.object : callee;
  return object.kind === 'made' ? object.callee : undefined;
}
const MOCK = /^(?:unittest\.)?mock\.\w*Mock$/;

/** The arguments of a partial call and of the call that completes it. */
export const completed = (first: Arguments, more: Arguments): Arguments => ({
  positional: [...first.positional, ...more.positional],
  keywords: new Map([...first.keywords, ...more.keywords]),
  hasUnknownArguments: first.hasUnknownArguments || more.hasUnknownArguments,
  ...((first.names ?? more.names) && { names: new Map([...(first.names ?? []), ...(more.names ?? [])]) }),
});

// ---------------------------------------------------------------- Functions of the program

const MAX_CALLS = 24;
const MAX_RECURSION = 3;
/** Recursion over a known tree ends, so it may go this deep. */
const MAX_DEPTH_OF_TREES = 6;
/** So does one with known numbers; it may be deep where it does not branch. */
const MAX_DEPTH_OF_NUMBERS = 12;

export function callFunction(
  ev: Evaluator,
  callee: FunctionValue,
  given: Arguments,
  node: Node,
  isAwaited = false,
  taking: Pick<Activation, 'lend'> = {},
): Value {
  const { definition } = callee;
  const isGenerating = definition.kind === 'function' && isGenerator(definition);
  if (
    definition.kind === 'function' &&
    !isAwaited &&
    node !== callee.node &&
    isAsync(ev.tree.text, definition)
  )
    return isGenerating ? callUnseen(ev, given, node, callee) : { kind: 'coroutine', callee, given, node };
  const depth = depthOf(ev, definition);
  // A recursion has to end.
  if (
    (depth >= MAX_RECURSION && depth >= depthFor(ev, definition, given)) ||
    ev.activations.length > MAX_CALLS
  ) {
    letReachableEscape(ev, callee);
    return callUnseen(ev, given, node, callee);
  }
  if (isGenerating && node !== callee.node)
    return generated(ev, callee, given, node, (yields) => runBody(ev, callee, given, node, { yields }));
  return runBody(ev, callee, given, node, taking);
}

/** The number of runs of a function that have not ended. */
function depthOf({ activations }: Evaluator, definition: FunctionValue['definition']): number {
  return activations.reduce((depth, each) => (each.definition === definition ? depth + 1 : depth), 0);
}

/** How deep a recursion with these arguments is followed. */
function depthFor(ev: Evaluator, definition: FunctionValue['definition'], given: Arguments): number {
  const values = valuesOf(given);
  if (given.hasUnknownArguments || !values.every(isWhole)) return MAX_RECURSION;
  if (values.some(isTree)) return MAX_DEPTH_OF_TREES;
  // What such a tree holds is a level deeper.
  if (isPartOfTree(ev, definition)) return MAX_DEPTH_OF_TREES + 1;
  const isNumber = values.some(({ kind }) => kind === 'int') && definition.kind === 'function';
  return isNumber && callsItselfOnce(definition) ? MAX_DEPTH_OF_NUMBERS : MAX_RECURSION;
}

const isTree = (value: Value): boolean => (value.kind === 'dict' || value.kind === 'tuple') && isWhole(value);

/** Whether a function has come to its next call by way of a tree. */
const isPartOfTree = ({ activations }: Evaluator, definition: FunctionValue['definition']): boolean =>
  activations.findLast((each) => each.definition === definition)?.isInTree === true;

/** Whether a function calls itself at one place, outside of loops. */
const callsItselfOnce = once(({ name, body }: FunctionDefinition): boolean => {
  const inside = body.flatMap((statement) => [...walk(statement)]);
  const calls = inside.filter(({ kind, parent }) => kind === 'name' && parent?.kind === 'call');
  const own = calls.filter((node) => node.kind === 'name' && node.name === name);
  return own.length === 1 && !inside.some((each) => each.kind === 'comprehension' || isLoop(each));
});

/** Whether a value is completely known: which one it is, or its elements and their number. */
function isWhole(value: Value): boolean {
  switch (value.kind) {
    case 'unknown':
    case 'oneOf':
      return false;
    case 'list':
      return value.cell.content !== undefined;
    case 'set':
    case 'dict':
      return !value.cell.content.hasUnknownEntries;
    case 'tuple':
      return value.elements !== undefined;
    case 'bool':
    case 'int':
    case 'float':
    case 'str':
    case 'bytes':
      return value.value !== undefined;
    default:
      return true;
  }
}

function runBody(
  ev: Evaluator,
  callee: FunctionValue,
  passed: Arguments,
  node: Node,
  taking: Pick<Activation, 'yields' | 'lend'>,
): Value {
  const { definition } = callee;
  const isDecorated = definition.kind === 'function' && definition.decorators.length > 0;
  const given = (isDecorated ? ev.library.received?.(definition, passed, node, ev) : undefined) ?? passed;
  const frame = ev.frame(definition, callee.closure);
  bindParameters(ev, callee, given, frame, node);
  const { state } = ev;
  const activation: Activation = {
    mark: state.mark(),
    definition,
    caught: ev.caught & ~PERHAPS,
    owner: callee.owner,
    returns: [],
    functions: [],
    yields: taking.yields,
    lend: taking.lend,
    isInTree: someArgument(given, isTree) || isPartOfTree(ev, definition),
  };
  ev.activations.push(activation);
  const { around, caught } = ev;
  // It is not known where the elements of a generator are taken, unless that is at the call.
  const isElsewhere = taking.yields !== undefined && !isTakenHere(ev, node);
  ev.around = { kind: 'function', definition, outer: isElsewhere ? { kind: 'unseen' } : around };
  const loops = ev.loops.length > 0 ? ev.loops.splice(0) : NO_ELEMENTS;
  ev.enter(definition);
  const [first] = definition.kind === 'lambda' ? [definition.body] : definition.body;
  ev.caught |= anyIf(first !== undefined && isExpectedToFail(ev.tree, first));
  let value: Value;
  if (definition.kind === 'lambda') {
    value = ev.evaluate(definition.body, frame);
    ev.caught = caught;
  } else {
    runPatched(ev, taking.yields ? [] : patchesAbove(ev, callee), () => ev.run(definition.body, frame));
    ev.caught = caught;
    const result = leave(ev, activation, node);
    const isElsewhereDefined =
      isSketch(definition) || isOverriddenElsewhere(ev, callee, given.positional[0], result);
    const returned = isElsewhereDefined ? unknown(node, 'call') : result;
    value = declared(ev, returned, definition.returns, callee.closure);
  }
  ev.loops.push(...loops);
  ev.around = around;
  ev.activations.pop();
  ev.activations.at(-1)?.functions.push(...activation.functions);
  state.departures = activation.mark.departures;
  state.release();
  return value;
}

/** Whether the body of a function is only `...`, which stands for another one. */
function isSketch({ body }: FunctionDefinition): boolean {
  const last = body.at(-1);
  const isEllipsis =
    last?.kind === 'expression' && last.value.kind === 'constant' && last.value.value === '...';
  return isEllipsis && body.every(({ kind }) => kind === 'expression');
}

/** Joins all exits of a function. */
function leave(ev: Evaluator, { mark, returns }: Activation, node: Node): Value {
  const { state } = ev;
  const [only] = returns;
  if (!state.isReachable && returns.length === 1 && only!.changes === state.length) {
    state.isReachable = true;
    return only!.value;
  }
  if (returns.length === 0) return state.isReachable ? none(node) : unknown(node, 'call');
  const ends = returns.map(({ contents }) => contents ?? state.since(mark));
  if (state.isReachable) ends.push(state.since(mark));
  const isOpenEnded = state.isReachable;
  state.rollback(mark);
  state.meet(mark, ends);
  const values = returns.map((each) => each.value);
  if (isOpenEnded) values.push(none(node));
  const isChoice = returns.every(({ attempts }) => attempts === state.attempts);
  return state.choosing(isChoice, () => values.reduce((a, b) => ev.join(a, b)));
}

/** Whether a parameter is positional-only (before a slash), so that a keyword of its name goes to `**kwargs`. */
function isPositionalOnly(text: string, parameters: readonly Parameter[], parameter: Parameter): boolean {
  if (parameters.at(-1)?.star !== '**') return false;
  return parameters
    .slice(parameters.indexOf(parameter))
    .some(({ end }) => /^\s*,\s*\/\s*,/.test(text.slice(end, end + 100)));
}

/** Gives each parameter its argument, its default, or what its annotation says. */
function bindParameters(
  ev: Evaluator,
  { definition, defaults, closure }: FunctionValue,
  given: Arguments,
  frame: Frame,
  node: Node,
): void {
  const { state } = ev;
  const { parameters } = definition;
  const rest = given.keywords.size > 0 ? new Map(given.keywords) : undefined;
  let next = 0;
  let isBehindStar = false;
  const set = (name: string, value: Value) => frame.variables.set(name, variable(state, value));
  /** What a decorator says of an argument holds for any that is given. */
  const described = (parameter: Parameter) =>
    definition.kind === 'function' && definition.decorators.length > 0
      ? ev.library.described?.(definition, parameters.indexOf(parameter), ev, closure)
      : undefined;
  for (const parameter of parameters) {
    const { name, star } = parameter;
    if (star === '*') {
      const all = given.positional.slice(next);
      next = given.positional.length;
      isBehindStar = true;
      if (given.hasUnknownArguments) for (const each of all) letEscape(each, state);
      set(name, tupleOf(given.hasUnknownArguments ? undefined : all, node));
    } else if (star === '**') {
      const dict = dictOf(ev, node);
      for (const [key, value] of rest ?? []) putEntry(ev, dict, str(node, key), value);
      if (given.hasUnknownArguments)
        state.write(dict.cell, { known: dict.cell.content.known, hasUnknownEntries: true });
      set(name, dict);
    } else if (!isBehindStar && next < given.positional.length) {
      const value = given.positional[next++]!;
      set(name, described(parameter) ?? value);
    } else if (rest?.has(name) && !isPositionalOnly(ev.tree.text, parameters, parameter)) {
      set(name, described(parameter) ?? rest.get(name)!);
      rest.delete(name);
    } else
      set(
        name,
        described(parameter) ??
          (given.hasUnknownArguments
            ? declared(ev, unknown(parameter, 'parameter'), parameter.annotation, closure)
            : (defaults.get(name) ?? unknown(parameter, 'unbound'))),
      );
  }
}

// ---------------------------------------------------------------- Calls that leave the program

const NUMBER_METHODS: ReadonlySet<string> = new Set(['is_integer', 'bit_length', 'conjugate']);

const SEARCHING: ReadonlySet<string> = new Set(['sort', 'index', 'count', 'remove']);

/** Special methods that the methods of Python's own objects call on their arguments. */
const IMPLICIT_OF: { readonly [kind in Value['kind']]?: (name: string) => readonly string[] | undefined } = {
  list: (name) => (SEARCHING.has(name) ? COMPARING : undefined),
  tuple: (name) => (SEARCHING.has(name) ? COMPARING : undefined),
  dict: (name) => (name === 'values' || name === 'copy' ? undefined : COMPARING),
  set: () => COMPARING,
  str: () => WRITING,
};

function callMethod(ev: Evaluator, object: Value, name: string, given: Arguments, node: Node): Value {
  const { positional, keywords } = given;
  const names = IMPLICIT_OF[object.kind]?.(name);
  if (names) touch(ev, [object, ...valuesOf(given)], node, names);
  checkMethod(ev, object, name, given, node);
  if (!given.hasUnknownArguments) {
    const found =
      object.kind === 'list'
        ? object.isDeque
          ? methodOfDeque(ev, object, name, given, node)
          : LIST_METHODS.get(name)?.(ev, object, positional, node, keywords)
        : object.kind === 'dict' && object.form === undefined
          ? ((object.isCounter ? methodOfCounter(ev, object, name, given, node) : undefined) ??
            DICT_METHODS.get(name)?.(ev, object, positional, node, keywords))
          : object.kind === 'set'
            ? SET_METHODS.get(name)?.(ev, object, positional, node, keywords)
            : object.kind === 'tuple'
              ? TUPLE_METHODS.get(name)?.(ev, object, positional, node, keywords)
              : object.kind === 'str'
                ? callOnString(ev, object, name, given, node)
                : undefined;
    if (found) return found;
  }
  if (object.kind === 'iterator' && object.isStream) return readStream(ev, object, name, given, node);
  if (object.kind === 'super' && name === '__setattr__' && object.self.kind === 'instance') {
    const [attribute, value] = positional;
    if (attribute?.kind === 'str' && attribute.value !== undefined && value) {
      store(ev, object.self, attribute.value, value, node);
      return none(node);
    }
    letEscape(object.self, ev.state);
  }
  if (object.kind === 'super' && name === '__init__' && object.self.kind === 'instance') {
    initialize(ev, object.self, classesBehind(object), given, node);
    return none(node);
  }
  if (object.kind === 'super' && (object.self.kind === 'dict' || object.self.kind === 'list'))
    return callMethod(ev, object.self, name, given, node);
  const [first] = positional;
  if (object.kind === 'super' && name === '__new__' && first?.kind === 'class' && first.form === 'namedtuple')
    return namedTupleOf(ev, first, { ...given, positional: positional.slice(1) }, node);
  if (object.kind === 'super') {
    if (object.self.kind === 'instance' && callsItself(ev, object.self.cls))
      return callByBase(ev, object.self, given, node);
    // Base classes of libraries that only read do not touch what this class stores in its objects.
    return callUnseen(ev, given, node);
  }
  if (name === 'run_until_complete' && first?.kind === 'coroutine' && isEventLoop(object))
    return ev.call(first.callee, first.given, node, true);
  if (object.kind === 'int' && name === 'bit_length' && object.value !== undefined)
    return int(
      node,
      BigInt(
        (object.value < 0n ? -object.value : object.value).toString(2).length - (object.value === 0n ? 1 : 0),
      ),
    );
  if (object.kind === 'str' || object.kind === 'bytes' || object.kind === 'range' || NUMBER_METHODS.has(name))
    return unknown(node, 'call');
  const isEntering = name === 'enter_context' && object.kind === 'made' && object.callee === STACK;
  if (isEntering && first?.kind === 'made' && !waiting(first))
    return enterContext(ev, object.node, first, node);
  return (
    methodOfMade(ev, object, name, given, node) ??
    ev.library.method?.(object, name, given, node, ev) ??
    (object.kind === 'instance' ? callByBase(ev, object, given, node) : callUnseen(ev, given, node, object))
  );
}

/** A method of an object that a function of Python's own made: it is named after the function. */
function methodOfMade(
  ev: Evaluator,
  object: Value,
  name: string,
  given: Arguments,
  node: Node,
): Value | undefined {
  const method = object.kind === 'made' ? functionNamed(memberNamed(object.callee)(name)) : undefined;
  return method?.(ev, { ...given, positional: [object, ...given.positional] }, node);
}

/** `stack.enter_context(manager)`: what follows is within the manager, if the stack is left where the block ends. */
function enterContext(ev: Evaluator, stack: Node, manager: Value & { kind: 'made' }, node: Node): Value {
  const block = node.parent?.parent;
  const isOfStack = block?.kind === 'block' && block.items.some(({ value }) => value === stack);
  const isLeftAtEnd =
    (isOfStack || block?.kind === 'function') &&
    !/\.(?:close|pop_all)\(/.test(ev.tree.text.slice(block.start, block.end));
  if (isLeftAtEnd) ev.around = { kind: 'with', manager, outer: ev.around };
  return manager.callee === MANAGED
    ? manager.given.positional[0]!
    : (ev.library.entered?.(manager) ?? unknown(node, 'call'));
}

const isEventLoop = (value: Value) =>
  value.kind === 'made' && /^asyncio\.(?:get|new)_(?:event|running)_loop$/.test(value.callee);

function callOnString(
  ev: Evaluator,
  object: StrValue,
  name: string,
  { positional, keywords }: Arguments,
  node: Node,
): Value | undefined {
  if (name === 'format') {
    const { value: template } = object;
    unfilled(ev, node, template === undefined ? undefined : problemOfFormat(template, positional, keywords));
    return str(node, template === undefined ? undefined : formatTemplate(template, positional, keywords));
  }
  if (name === 'join') {
    const parts = positional[0] && iterate(ev, positional[0]);
    const texts = parts?.map((part) => (part.kind === 'str' ? part.value : undefined));
    const isKnown = object.value !== undefined && texts?.every((text) => text !== undefined);
    return str(node, isKnown ? texts!.join(object.value) : undefined);
  }
  if (keywords.size > 0) return undefined;
  const result = stringMethod(object.value, name, positional, node);
  return Array.isArray(result) ? listOf(ev, result, node) : (result as Value | undefined);
}

/** Functions of Python that call no methods of their arguments, or whose calls are followed. */
const NO_IMPLICIT_CALLS: ReadonlySet<string> = new Set([
  ...['bool', 'len', 'str', 'repr', 'print', 'format', 'list', 'tuple', 'iter', 'enumerate', 'zip', 'map'],
  ...['filter', 'isinstance', 'issubclass', 'callable', 'id', 'type', 'getattr', 'setattr', 'hasattr'],
  ...['super', 'property', 'staticmethod', 'classmethod', 'object', 'vars', 'all', 'any', 'next'],
]);

/** Functions that only ask their first argument for its elements, which is followed. */
const ITERATING: ReadonlySet<string> = new Set(['dict', 'set', 'frozenset', 'sorted', 'sum']);

/** The arguments of a function of Python whose methods it may call in a way that is not followed. */
function touchedBy(own: string, { positional }: Arguments): readonly Value[] {
  const [first] = positional;
  const isFollowed =
    ITERATING.has(own) &&
    first?.kind === 'instance' &&
    memberOf(first.cls, '__iter__')?.kind === 'function' &&
    !memberOf(first.cls, 'keys');
  return isFollowed ? positional.slice(1) : positional;
}

const isEnding = oncePerName((name) => ENDING.has(name));
const functionNamed = oncePerName((name) => MODULES.get(name));

function callReference(ev: Evaluator, name: string, given: Arguments, node: Node): Value {
  if (name.startsWith('builtins.')) {
    const own = name.slice('builtins.'.length);
    const builtin = BUILTINS.get(own);
    const [, method] = builtin ? [] : (/^(?:dict|list|set|str|tuple)\.(\w+)$/.exec(own) ?? []);
    const [object, ...positional] = given.positional;
    // `dict.update(a, b)` is `a.update(b)`.
    if (method !== undefined)
      return object
        ? callMethod(ev, object, method, { ...given, positional }, node)
        : callUnseen(ev, given, node);
    checkFunction(ev, own, given, node);
    if (builtin && !NO_IMPLICIT_CALLS.has(own)) touch(ev, touchedBy(own, given), node);
    if (builtin) return builtin(ev, given, node) ?? calling(ev, given, node);
  }
  if (isEnding(name)) ev.state.isReachable = false;
  const known = functionNamed(name);
  if (known && /^(?:math|copy)\./.test(name)) touch(ev, given.positional, node);
  if (known) return known(ev, given, node) ?? calling(ev, given, node);
  const isReading = ev.library.isReading(name);
  // It asks objects of the program for elements, numbers and arrays.
  if (isReading) touchGiven(ev, given, node);
  const made = ev.library.call(name, given, node as Call, ev);
  if (made) return made;
  const held = PATCHES.get(name)?.(ev, given, node);
  if (isReading) calling(ev, given, node);
  else if (!held) callUnseen(ev, given, node);
  return { kind: 'made', callee: name, given: held ?? given, node };
}

/** A function that cannot be followed but only reads: it calls the functions that it gets, and writes to the files. */
function calling(ev: Evaluator, given: Arguments, node: Node): Value {
  eachArgument(given, (value) => writeTo(ev, value, node));
  return runCallbacks(ev, given, node);
}
