import { anyIf, type Exceptions, NO_EXCEPTION, PERHAPS } from '../python/exceptions';
import { isBytes, stringValue } from '../python/strings';
import {
  type Argument,
  type Call,
  type Comprehension,
  type Conditional,
  type Expression,
  isOne,
  type Node,
  type Operation,
  type StringLiteral,
  type Subscript,
} from '../python/tree';
import { attributeName, attributeOf, setAttributes } from './attributes';
import { checkIndex } from './builtin-refusals';
import {
  anyElementOf,
  combinedSets,
  contains,
  dictBehind,
  dictOf,
  elementAt,
  elementsInTurn,
  hasItem,
  isBeyond,
  iterate,
  iteratorOf,
  lazyElements,
  letContentsEscape,
  listOf,
  loopedOver,
  merged,
  miss,
  orderOfSets,
  putEntry,
  readBehind,
  setOf,
  showMaking,
  sliced,
  tupleOf,
  withoutNone,
  wrapped,
} from './containers';
import { either } from './either';

import { callUnseen, readBy } from './escape';
import type { Evaluator } from './evaluator';
import {
  attributeFailure,
  callFailure,
  checkHashes,
  checkKey,
  fails,
  isHandled,
  isJudged,
  keyFailure,
  lacksMember,
  leaveWhereCaught,
  operatorFailure,
} from './failures';
import { piecesOf } from './format-string';
import { functionOf } from './functions';
import { give } from './generators';
import { COMPARING, isTrue, touch, WRITING } from './implicit';
import { entries, heldBy, letEscape, UNKNOWN_ENTRIES } from './join';
import { isTakenAtOnce, lazily } from './lazy';
import { MAX_ELEMENTS, MAX_TEXT } from './limits';
import { repeat } from './loops';
import { ifTrue, Narrowing } from './narrowing';
import { arithmetic, asNumber, negated, orderOf, readNumber } from './numbers';
import { ownOperation } from './own-operators';
import {
  checkCompared,
  checkDivision,
  checkIterated,
  checkMapping,
  checkNone,
  checkSigned,
} from './refusals';
import { interpolated, shownInField } from './strings';
import { assignTo } from './targets';
import { problemOfField, problemOfInterpolation, unfilled } from './templates';
import { checkInherited } from './unconstructed';
import {
  type Arguments,
  added,
  at,
  bool,
  type ClassValue,
  classOfObject,
  type DictEntry,
  dictKeyOf,
  type Elements,
  entriesOf,
  equal,
  type Frame,
  GATHERED,
  type InstanceValue,
  identical,
  isSequence,
  kinds,
  type ListValue,
  mixedValue,
  NO_ARGUMENTS,
  NO_ELEMENTS,
  NO_VALUES,
  none,
  passing,
  placed,
  put,
  str,
  type TupleValue,
  truth,
  unknown,
  type Value,
} from './value';

/** The value of an expression, evaluated in Python's order. */
export function evaluate(ev: Evaluator, node: Expression, frame: Frame): Value {
  switch (node.kind) {
    case 'number':
      return readNumber(node.text, node) ?? unknown(node, 'syntax');
    case 'string':
      return stringOf(ev, node, frame);
    case 'constant':
      if (node.value === 'None') return none(node);
      return node.value === '...' ? { kind: 'ellipsis', node } : bool(node, node.value === 'True');
    case 'name':
      return ev.lookUp(node.name, frame, node);
    case 'attribute': {
      const object = ev.evaluate(node.object, frame);
      const name = attributeName(node);
      if (isJudged(ev, object)) fails(ev, node, attributeFailure(ev, object, name));
      if (isHandled(ev) && lacksMember(object, name)) leaveWhereCaught(ev);
      checkNone(ev, node, object, name);
      const found = attributeOf(ev, object, name, node);
      checkInherited(ev, object, name, found, node);
      return found;
    }
    case 'call':
      return callOf(ev, node, frame);
    case 'list': {
      const displayed = elementsOf(ev, node.elements, frame);
      return listOf(ev, displayed, node, displayed);
    }
    case 'tuple':
      return tupleOf(elementsOf(ev, node.elements, frame), node);
    case 'set':
      return setOf(ev, keysOf(ev, elementsOf(ev, node.elements, frame), node), node);
    case 'dict':
      return dictLiteral(ev, node, frame);
    case 'comprehension':
      return comprehended(ev, node, frame);
    case 'lambda':
      return functionOf(ev, node, frame);
    case 'walrus': {
      const value = ev.evaluate(node.value, frame);
      assignTo(ev, node.target, value, frame);
      return value;
    }
    case 'unary': {
      const value = ev.evaluate(node.operand, frame);
      checkSigned(ev, node, node.operator, value);
      return unary(ev, node.operator, value, node);
    }
    case 'binary':
      return binary(ev, node, frame);
    case 'compare':
      return compared(ev, node, frame);
    case 'boolean':
      return chosen(ev, node, frame);
    case 'conditional':
      return conditional(ev, node, frame);
    case 'subscript':
      return subscripted(ev, node, frame);
    case 'starred':
      ev.evaluate(node.value, frame);
      return unknown(node, 'syntax');
    case 'await': {
      const value = ev.evaluate(node.value, frame);
      if (value.kind === 'coroutine') return ev.call(value.callee, value.given, node, true);
      if (value.kind === 'made' && value.callee === GATHERED) return gathered(ev, value.given, node);
      if (value.kind === 'instance') letEscape(value, ev.state);
      return unknown(node, 'call');
    }
    case 'yield':
      give(ev, node, node.value ? ev.evaluate(node.value, frame) : none(node));
      return unknown(node, 'call');
    case 'slice':
      // One of several indices, as an array takes them: its bounds.
      return tupleOf(
        node.parts.map((part) => (part ? ev.evaluate(part, frame) : none(node))),
        node,
      );
    default:
      return unknown(node, 'syntax');
  }
}

function conditional(ev: Evaluator, node: Conditional, frame: Frame): Value {
  const { tried } = ev;
  const test = isTrue(ev, ev.evaluate(node.test, frame), node.test);
  if (test !== undefined) return ev.evaluate(test ? node.body : node.otherwise, frame);
  const narrowing = new Narrowing(ev, node.test, frame);
  const paths = [true, false].map((outcome) => () => {
    narrowing.enter(outcome);
    return ev.evaluate(outcome ? node.body : node.otherwise, frame);
  });
  const value = ev.doubting(ev.doubtBehind(node.test, frame, tried), () => either(ev, paths, node, true));
  narrowing.leave();
  return value;
}

/** The results of coroutines that run one after the other. */
function gathered(ev: Evaluator, { positional, keywords }: Arguments, node: Node): Value {
  const run = (each: Value) =>
    each.kind === 'coroutine' ? ev.call(each.callee, each.given, node, true) : unknown(node, 'call');
  // Their exceptions may be among the results.
  const caught = anyIf(keywords.has('return_exceptions'));
  return listOf(
    ev,
    positional.map((each) => ev.catching(caught, () => run(each))),
    node,
  );
}

// ---------------------------------------------------------------- Literals

function stringOf(ev: Evaluator, node: StringLiteral, frame: Frame): Value {
  const areBytes = isBytes(node);
  if (areBytes && !node.parts.every(({ prefix }) => prefix.includes('b'))) return unknown(node, 'syntax');
  if (node.fields.length === 0) {
    if (node.parts.some(({ prefix }) => prefix.includes('t'))) return unknown(node, 'syntax');
    const value = stringValue(ev.tree.text, node);
    return areBytes ? { kind: 'bytes', value, node } : str(node, value);
  }
  const pieces = piecesOf(ev.tree.text, node);
  if (!pieces) {
    for (const field of node.fields) touch(ev, [ev.evaluate(field, frame)], node);
    return str(node, undefined);
  }
  let text: string | undefined = '';
  let isPlace = false;
  for (const piece of pieces) {
    let shown: string | undefined;
    if (piece.kind === 'text') shown = piece.text;
    else {
      const value = ev.evaluate(piece.expression, frame);
      touch(ev, [value], node, WRITING);
      if (piece.conversion === undefined && piece.specification !== undefined)
        unfilled(ev, piece.expression, problemOfField(value, piece.specification));
      shown = shownInField(value, piece.conversion, piece.specification);
      const isPlain = piece.conversion === undefined && piece.specification === '';
      if (value.kind === 'str' && value.place !== undefined && isPlain && text === '') {
        shown = value.place;
        isPlace = true;
      }
    }
    text = text === undefined || shown === undefined ? undefined : text + shown;
  }
  return node.parts.some(({ prefix }) => prefix.includes('t'))
    ? unknown(node, 'syntax')
    : isPlace && text !== undefined
      ? placed(node, text)
      : str(node, text);
}

/** The elements of a display, unless a star makes their number unknown. */
function elementsOf(ev: Evaluator, nodes: readonly Expression[], frame: Frame): readonly Value[] | undefined {
  if (nodes.every(isOne)) return nodes.map((node) => ev.evaluate(node, frame));
  const values: Value[] = [];
  let isKnown = true;
  for (const node of nodes) {
    if (node.kind === 'missing') isKnown = false;
    else if (node.kind === 'starred') {
      const value = ev.evaluate(node.value, frame);
      checkIterated(ev, node.value, value);
      const all = iterate(ev, value);
      if (all) values.push(...all);
      else {
        isKnown = false;
        letEscape(value, ev.state);
      }
    } else values.push(ev.evaluate(node, frame));
  }
  if (isKnown) return values;
  for (const value of values) letEscape(value, ev.state);
  return undefined;
}

/** Keys are compared when they are added, which may call their methods. */
function keysOf(ev: Evaluator, keys: readonly Value[] | undefined, node: Node): readonly Value[] | undefined {
  if (keys) touch(ev, keys, node, COMPARING);
  checkHashes(ev, node, keys ?? []);
  return keys;
}

function dictLiteral(ev: Evaluator, node: Extract<Expression, { kind: 'dict' }>, frame: Frame): Value {
  const known = new Map<string, DictEntry>();
  let hasUnknownEntries = node.close < 0;
  /** An equal key that exists already is kept. */
  const enter = (id: string, key: Value, value: Value) =>
    known.set(id, { key: known.get(id)?.key ?? key, value });
  for (const { key: keyNode, value: valueNode } of node.entries) {
    if (!keyNode) {
      const from = ev.evaluate(valueNode, frame);
      checkMapping(ev, valueNode, from);
      const dict = dictBehind(ev, from);
      const more = dict?.cell.content;
      if (more && !more.hasUnknownEntries)
        for (const [id, { key, value }] of more.known) enter(id, key, value);
      else {
        // Earlier entries may be replaced.
        for (const { value } of known.values()) letEscape(value, ev.state);
        letContentsEscape(ev, from);
        known.clear();
        hasUnknownEntries = true;
      }
      continue;
    }
    const key = ev.evaluate(keyNode, frame);
    const value = ev.evaluate(valueNode, frame);
    const id = dictKeyOf(key);
    if (id === undefined) touch(ev, [key], node, COMPARING);
    checkHashes(ev, keyNode, [key]);
    if (id !== undefined) enter(id, key, value);
    else {
      known.clear();
      hasUnknownEntries = true;
      for (const each of [key, value]) letEscape(each, ev.state);
    }
  }
  const displayed = { known, hasUnknownEntries };
  return { kind: 'dict', cell: entries(ev.state, displayed), displayed, node };
}

// ---------------------------------------------------------------- Comprehensions

function comprehended(ev: Evaluator, node: Comprehension, frame: Frame): Value {
  const [first] = node.generators;
  // The iterable is evaluated at once, even where the elements are made later.
  const source = first ? sourceOf(ev, first, first.iterable, frame) : unknown(node, 'syntax');
  if (node.form !== 'generator') return comprehendedNow(ev, node, frame, source);
  const from = (over: Value) => {
    const all = comprehendedNow(ev, node, frame, over);
    return all.kind === 'list' ? all.cell.content : undefined;
  };
  const lent = lentElements(ev, node, source);
  return lazily(ev, node, {
    all() {
      if (!lent) return from(source);
      showMaking(ev, [source], true);
      return from(iteratorOf(ev, lent, source.node, new Set(readBehind(ev, source))));
    },
    any: () => from(unknown(node, 'loop')),
    sources: [source],
    reads: () => new Set([...readBy(ev, node, frame), ...readBehind(ev, source)]),
  });
}

/** The elements of an iterator that a generator takes later, one by one. */
const lentElements = (ev: Evaluator, node: Node, source: Value): Elements =>
  source.kind === 'iterator' && source.cell.content && !source.isEndless && !isTakenAtOnce(ev, node)
    ? lazyElements(ev, source)
    : undefined;

/** The value that a loop or comprehension iterates over, or a `with` enters; the methods of `async` ones are not followed. */
export function sourceOf(ev: Evaluator, { start }: Node, source: Expression, frame: Frame): Value {
  const value = ev.evaluate(source, frame);
  return ev.tree.text.startsWith('async', start) ? callUnseen(ev, NO_ARGUMENTS, source, value) : value;
}

function comprehendedNow(ev: Evaluator, node: Comprehension, frame: Frame, source: Value): Value {
  const inner = ev.frame(node, frame.isClass ? frame.enclosing! : frame);
  const found: { readonly key: Value | undefined; readonly value: Value }[] = [];
  let isKnown = true;
  const element = () => {
    if (node.element.kind === 'entry') {
      const key = node.element.key && ev.evaluate(node.element.key, inner);
      if (key) checkHashes(ev, node.element.key, [key]);
      found.push({ key, value: ev.evaluate(node.element.value, inner) });
    } else found.push({ key: undefined, value: ev.evaluate(node.element, inner) });
  };
  const from = (depth: number): void => {
    const generator = node.generators[depth];
    if (!generator) return element();
    const { iterable, target, conditions } = generator;
    const given = depth === 0 ? source : sourceOf(ev, generator, iterable, inner);
    checkIterated(ev, iterable, given);
    const over = loopedOver(ev, given);
    const elementAt = elementsInTurn(ev, over);
    const round = (value: Value) => {
      assignTo(ev, target, value, inner);
      const check = (next: number): void => {
        const condition = conditions[next];
        if (!condition) return from(depth + 1);
        const { tried } = ev;
        const test = isTrue(ev, ev.evaluate(condition, inner), condition);
        if (test) return check(next + 1);
        if (test === false) return;
        isKnown = false;
        const doubt = ev.doubtBehind(condition, inner, tried);
        ev.state.branch([() => ev.doubting(doubt, () => check(next + 1)), () => {}]);
      };
      check(0);
    };
    let index = 0;
    let value = elementAt(index);
    if (!value) {
      const before = { count: found.length, isKnown };
      ev.imagine(() => round(anyElementOf(ev, over, target)));
      found.length = before.count;
      isKnown = before.isKnown;
    }
    ev.rounds++;
    for (; value && value !== 'unknown'; value = elementAt(++index)) round(value);
    ev.rounds--;
    if (!value) showMaking(ev, [over], true);
    if (value === 'unknown') {
      isKnown = false;
      letContentsEscape(ev, over);
      repeat(ev, () => {
        showMaking(ev, [over], true);
        round(anyElementOf(ev, over, target));
      });
    }
  };
  from(0);
  const values = found.map(({ value }) => value);
  if (!isKnown) for (const value of values) letEscape(value, ev.state);
  switch (node.form) {
    case 'list':
    case 'generator':
      return listOf(ev, isKnown ? values : undefined, node);
    case 'set':
      return setOf(ev, keysOf(ev, isKnown ? values : undefined, node), node);
    case 'dict': {
      const result = dictOf(ev, node);
      if (!isKnown) ev.state.write(result.cell, UNKNOWN_ENTRIES);
      else for (const { key, value } of found) putEntry(ev, result, key ?? unknown(node, 'syntax'), value);
      return result;
    }
  }
}

// ---------------------------------------------------------------- Operators

function unary(ev: Evaluator, operator: string, value: Value, node: Expression): Value {
  if (operator === 'not') {
    const test = isTrue(ev, value, node);
    return bool(node, test === undefined ? undefined : !test);
  }
  if (value.kind === 'oneOf')
    return distributed(ev, value.options, (option) => unary(ev, operator, option, node));
  const number = asNumber(value);
  if (!number) {
    if (value.kind === 'instance') letEscape(value, ev.state);
    return unknown(node, 'call');
  }
  if (operator === '-') return negated(number, node);
  if (operator === '+') return at(node, number);
  if (number.kind === 'float') return unknown(node, 'call');
  return { kind: 'int', value: number.value === undefined ? undefined : ~number.value, node };
}

/** Which of several operands there is may decide on the other one. */
const distributed = (ev: Evaluator, options: readonly Value[], each: (option: Value) => Value): Value =>
  options
    .map((option) => ev.catching(options.length > 1 ? PERHAPS : NO_EXCEPTION, () => each(option)))
    .reduce((a, b) => ev.join(a, b));

function binary(ev: Evaluator, node: Operation, frame: Frame): Value {
  let left = ev.evaluate(node.operands[0]!, frame);
  for (const [i, operator] of node.operators.entries()) {
    const right = ev.evaluate(node.operands[i + 1]!, frame);
    const failure = isJudged(ev, left, right) ? operatorFailure(ev, left, operator, right) : undefined;
    fails(ev, node, failure);
    if (failure) leaveWhereCaught(ev);
    checkDivision(ev, node, left, operator, right);
    left = operated(ev, left, operator, right, node);
  }
  return left;
}

/** `left operator right`, which makes a new value. */
export function operated(
  ev: Evaluator,
  left: Value,
  operator: string,
  right: Value,
  node: Expression,
): Value {
  if (left.kind === 'oneOf')
    return distributed(ev, withoutNone(left.options), (option) =>
      operated(ev, option, operator, right, node),
    );
  if (right.kind === 'oneOf')
    return distributed(ev, withoutNone(right.options), (option) =>
      operated(ev, left, operator, option, node),
    );
  const own = ownOperation(ev, left, operator, right, node);
  if (own) return own;
  const a = asNumber(mixedValue(left) ?? left);
  const b = asNumber(mixedValue(right) ?? right);
  if (a && b) {
    const result = arithmetic(a, operator, b, node);
    const isTruth = left.kind === 'bool' && right.kind === 'bool' && '&|^'.includes(operator);
    return isTruth ? bool(node, truth(result!)) : (result ?? unknown(node, 'call'));
  }
  if (left.kind === 'str' && operator === '%') {
    touch(ev, [right], node);
    unfilled(ev, node, left.value === undefined ? undefined : problemOfInterpolation(left.value, right));
    return str(node, left.value === undefined ? undefined : interpolated(left.value, right));
  }
  if ((left.kind === 'str' && right.kind === 'str') || (left.kind === 'bytes' && right.kind === 'bytes')) {
    if (operator !== '+') return unknown(node, 'call');
    if (left.kind === 'str' && left.place !== undefined && typeof right.value === 'string')
      return placed(node, left.place + right.value);
    const { value } = left;
    const isKnown = value !== undefined && right.value !== undefined;
    const joined = isKnown && value.length + right.value.length <= MAX_TEXT ? value + right.value : undefined;
    return left.kind === 'str' ? str(node, joined) : { kind: 'bytes', value: joined, node };
  }
  if (operator === '*') {
    const [sequence, times] = b?.kind === 'int' ? [left, b.value] : a?.kind === 'int' ? [right, a.value] : [];
    if (sequence && sequence.kind !== 'made')
      return wrapped(ev, [sequence], repeated(ev, sequence, times, node), node);
  }
  if (operator === '+' && left.kind === right.kind && isAddable(left) && isAddable(right)) {
    const first = displayedBy(left);
    const second = displayedBy(right as typeof left);
    const all =
      first && second && first.length + second.length <= MAX_ELEMENTS ? [...first, ...second] : undefined;
    if (!all) loseOperands(ev, left, right);
    return left.kind === 'list'
      ? wrapped(ev, [left, right], listOf(ev, all, node), node)
      : tupleOf(all, node);
  }
  if (
    operator === '|' &&
    left.kind === 'dict' &&
    right.kind === 'dict' &&
    !left.isCounter &&
    !right.isCounter
  )
    return merged(ev, left, right, node);
  const set = combinedSets(ev, left, operator, right, node);
  if (set) return set;
  // An operator of a class may do anything.
  if (isPlain(left) && isPlain(right)) return unknown(node, 'call');
  const known = ev.library.operator?.(left, operator, right, node, ev);
  if (known) return known;
  letEscape(left, ev.state);
  letEscape(right, ev.state);
  return unknown(node, 'call');
}

const isAddable = (value: Value): value is ListValue | TupleValue =>
  (value.kind === 'list' && !value.isDeque) || value.kind === 'tuple';

const displayedBy = (sequence: ListValue | TupleValue) =>
  sequence.kind === 'list' ? sequence.cell.content : sequence.elements;

/** The result may share what only the operands held, so both escape. */
function loseOperands(ev: Evaluator, ...operands: readonly Value[]): void {
  for (const element of operands.flatMap(heldBy)) letEscape(element, ev.state);
}

const NUMBERS_AND_TEXT = kinds(
  ...(['none', 'ellipsis', 'bool', 'int', 'float', 'complex'] as const),
  ...(['str', 'bytes', 'range', 'function', 'reference'] as const),
);
export const isPlain = ({ kind }: Value) => NUMBERS_AND_TEXT.has(kind);

function repeated(ev: Evaluator, sequence: Value, times: bigint | undefined, node: Expression): Value {
  const count = times === undefined ? undefined : times < 0n ? 0 : Number(times);
  switch (sequence.kind) {
    case 'str':
    case 'bytes': {
      const { value } = sequence;
      const text =
        value === undefined || count === undefined || value.length * count > MAX_TEXT
          ? undefined
          : value.repeat(count);
      return sequence.kind === 'str' ? str(node, text) : { kind: 'bytes', value: text, node };
    }
    case 'list':
    case 'tuple': {
      const one = displayedBy(sequence);
      const fits = one && count !== undefined && count <= MAX_ELEMENTS && one.length * count <= MAX_ELEMENTS;
      const all = fits ? Array.from({ length: count }, () => one).flat() : undefined;
      if (!all) loseOperands(ev, sequence);
      return sequence.kind === 'list' ? listOf(ev, all, node) : tupleOf(all, node);
    }
    default:
      if (sequence.kind === 'instance') letEscape(sequence, ev.state);
      return unknown(node, 'call');
  }
}

function compared(ev: Evaluator, node: Operation, frame: Frame): Value {
  const from = (index: number, left: Value, caught: Exceptions): Value => {
    const right = ev.evaluate(node.operands[index + 1]!, frame);
    const operator = node.operators[index]!;
    let told: boolean | undefined;
    const one = ev.catching(caught, () => {
      checkCompared(ev, node, left, operator, right);
      told = ev.library.compared?.(left, operator, right);
      return told ?? compare(ev, left, operator, right, node);
    });
    const isTruth =
      told !== undefined ||
      operator.startsWith('is') ||
      operator.endsWith('in') ||
      isTold(mixedValue(left) ?? left, mixedValue(right) ?? right);
    const value = isTruth ? bool(node, one) : unknown(node, 'call');
    // The rest is evaluated only if this comparison is true, and its failures are those of the whole.
    if (index + 1 === node.operators.length || one === false) return value;
    return one
      ? from(index + 1, right, caught)
      : either(ev, [() => value, () => from(index + 1, right, PERHAPS)], node);
  };
  return from(0, ev.evaluate(node.operands[0]!, frame), NO_EXCEPTION);
}

/** Whether comparing two values gives a truth value, and not a tensor or an array. */
const isTold = (a: Value, b: Value) => TOLD.has(a.kind) && TOLD.has(b.kind);
const TOLD = kinds(...NUMBERS_AND_TEXT, 'list', 'tuple', 'dict', 'set', 'view');

function compare(
  ev: Evaluator,
  left: Value,
  operator: string,
  right: Value,
  node: Node,
): boolean | undefined {
  if (operator !== 'is' && operator !== 'is not') touch(ev, [left, right], node, COMPARING);
  const not = (value: boolean | undefined) => (value === undefined ? undefined : !value);
  switch (operator) {
    case '==':
      return equal(left, right);
    case '!=':
      return not(equal(left, right));
    case 'is':
      return identical(left, right);
    case 'is not':
      return not(identical(left, right));
    case 'in':
      return contains(ev, right, left);
    case 'not in':
      return not(contains(ev, right, left));
  }
  const order = orderOf(left, right) ?? orderOfSets(left, right);
  if (!order) return undefined;
  switch (operator) {
    case '<':
      return order.less;
    case '>':
      return order.greater;
    case '<=':
      return order.less || order.same;
    case '>=':
      return order.greater || order.same;
    default:
      return undefined;
  }
}

/** `and` and `or` return one of their operands. */
function chosen(ev: Evaluator, node: Operation, frame: Frame): Value {
  const next = (index: number): Value => {
    const value = ev.evaluate(node.operands[index]!, frame);
    if (index === node.operands.length - 1) return value;
    const test = isTrue(ev, value, node);
    const goesOn = node.operators[index] === 'and';
    if (test !== undefined) return test === goesOn ? next(index + 1) : value;
    const narrowing = new Narrowing(ev, node.operands[index]!, frame);
    const goOn = () => {
      narrowing.enter(goesOn);
      return next(index + 1);
    };
    const result = ev.doubting(ev.doubtBehind(node.operands[index]!, frame, ev.tried), () =>
      either(ev, [() => ifTrue(value, !goesOn), goOn], node, true),
    );
    narrowing.leave();
    return result;
  };
  return next(0);
}

// ---------------------------------------------------------------- Subscripts and calls

/** `object.__dict__['name']` or `vars(object)['name']`, where the object certainly has the attribute. */
function readByName(ev: Evaluator, { object: of, indices }: Subscript, frame: Frame): Value | undefined {
  const [index, ...more] = indices;
  const owner = ownerOfAttributes(of);
  if (owner?.kind !== 'name' || index?.kind !== 'string' || more.length > 0) return undefined;
  const [object, name] = [ev.evaluate(owner, frame), ev.evaluate(index, frame)];
  if (object.kind !== 'instance' || name.kind !== 'str' || name.value === undefined) return undefined;
  const { known, unsure } = object.fields.content;
  return unsure?.has(name.value) ? undefined : known.get(name.value);
}

function subscripted(ev: Evaluator, node: Subscript, frame: Frame): Value {
  const read = readByName(ev, node, frame);
  if (read) return read;
  const object = ev.evaluate(node.object, frame);
  const [index, ...more] = node.indices;
  if (index?.kind === 'slice' && more.length === 0) {
    const parts = index.parts.map((part) => part && ev.evaluate(part, frame));
    return sliced(ev, object, parts, node);
  }
  const values = node.indices.map((each) => ev.evaluate(each, frame));
  if (!index) return unknown(node, 'syntax');
  const count = isSequence(object) && more.length === 0 ? iterate(ev, object)?.length : undefined;
  if (count !== undefined && isBeyond(values[0]!, count)) miss(ev, node, object, count);
  const at = more.length > 0 ? tupleOf(values, node) : values[0]!;
  if (ev.trials === 0 && ev.state.isReachable) ev.observer.subscripted?.(node, object, at, ev.caught);
  if (isJudged(ev, object, at)) fails(ev, node, keyFailure(ev, object, at));
  checkKey(ev, node, object, at);
  checkIndex(ev, node, object, at);
  checkNone(ev, node, object, '[]');
  const value = elementAt(ev, object, at, node);
  if (isHandled(ev) && hasItem(ev, object, at) === false) leaveWhereCaught(ev);
  return value;
}

/** The object in `object.__dict__.update(…)` or `vars(object).update(…)`. */
function updatedBy(ev: Evaluator, { callee }: Call, frame: Frame): InstanceValue | undefined {
  if (callee.kind !== 'attribute' || callee.name !== 'update') return undefined;
  const object = ownerOfAttributes(callee.object);
  const value = object?.kind === 'name' ? ev.evaluate(object, frame) : undefined;
  return value?.kind === 'instance' ? value : undefined;
}

/** The object whose attributes an expression gives as a dict. */
function ownerOfAttributes(node: Expression): Expression | undefined {
  if (node.kind === 'attribute') return node.name === '__dict__' ? node.object : undefined;
  const [only, ...more] = node.kind === 'call' ? node.arguments : [];
  const isVars = node.kind === 'call' && node.callee.kind === 'name' && node.callee.name === 'vars';
  return isVars && only?.kind === 'positional' && more.length === 0 ? only.value : undefined;
}

function callOf(ev: Evaluator, node: Call, frame: Frame): Value {
  const updated = updatedBy(ev, node, frame);
  if (updated) {
    setAttributes(ev, updated, argumentsGiven(ev, node.arguments, frame, !node.complete), node);
    return none(node);
  }
  const callee = ev.evaluate(node.callee, frame);
  const given = argumentsOf(ev, node, callee, frame);
  if (isJudged(ev, callee)) fails(ev, node, callFailure(ev, callee, given));
  return ev.call(callee, given, node);
}

function argumentsOf(ev: Evaluator, node: Call, callee: Value, frame: Frame): Arguments {
  if (callee.kind === 'reference' && callee.name === 'builtins.super' && node.arguments.length === 0) {
    const self = frame.variables.values().next().value?.content;
    const cls = self && classAround(ev, self);
    if (self && cls) return passing(cls, self);
  }
  return argumentsGiven(ev, node.arguments, frame, node.close < 0 || !node.complete);
}

/** The class in which the method that runs is defined; it is found by its object where a decorator has wrapped the method. */
function classAround({ activations }: Evaluator, self: Value): ClassValue | undefined {
  const { owner, definition } = activations.at(-1) ?? {};
  if (owner) return owner;
  const cls = self.kind === 'class' ? self : classOfObject(self);
  const isDefining = (each: Value): each is ClassValue =>
    each.kind === 'class' && each.definition === definition?.parent;
  return cls && [cls, ...cls.inherited].find(isDefining);
}

/** A keyword that a call gets once by itself and once from a dict. */
function checkTwice(ev: Evaluator, { parent }: Node, name: string): void {
  const call = parent?.parent;
  if (call?.kind !== 'call' || !isJudged(ev)) return;
  const callee = ev.tree.text.slice(call.callee.start, call.callee.end);
  fails(ev, call, { of: 'call', callee, problem: { of: 'twice', name } });
}

function argumentsGiven(
  ev: Evaluator,
  given: readonly Argument[],
  frame: Frame,
  isUnfinished = false,
): Arguments {
  let positional: Value[] | undefined;
  let keywords: Map<string, Value> | undefined;
  let names: Map<string, Node> | undefined;
  let hasUnknownArguments = isUnfinished;
  /** Whether the position of the next argument is known. */
  let isCounted = true;
  for (const { kind, name, value: node } of given) {
    if (node.kind === 'missing') continue;
    const value = ev.evaluate(node, frame);
    switch (kind) {
      case 'positional':
        if (isCounted) positional = added(positional, value);
        else letEscape(value, ev.state);
        break;
      case 'keyword':
        keywords = put(keywords, name!, value);
        break;
      case 'star': {
        checkIterated(ev, node, value);
        const all = iterate(ev, value);
        if (!all) letContentsEscape(ev, value);
        if (all && isCounted) positional = positional ? [...positional, ...all] : [...all];
        else {
          hasUnknownArguments = true;
          isCounted = false;
        }
        break;
      }
      case 'doubleStar': {
        checkMapping(ev, node, value);
        const dict = dictBehind(ev, value);
        const items = dict && entriesOf(dict);
        if (!items) {
          hasUnknownArguments = true;
          letContentsEscape(ev, value);
        }
        for (const { key, value: item } of items ?? [])
          if (key.kind === 'str' && key.value !== undefined) {
            if (keywords?.has(key.value)) checkTwice(ev, node, key.value);
            keywords = put(keywords, key.value, item);
            names = put(names, key.value, key.node);
          } else hasUnknownArguments = true;
        break;
      }
    }
  }
  return {
    positional: positional ?? NO_ELEMENTS,
    keywords: keywords ?? NO_VALUES,
    hasUnknownArguments,
    names,
  };
}
